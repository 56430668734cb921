-- no-transaction
-- A benefit is known by a number in its reference.
CREATE INDEX CONCURRENTLY IF NOT EXISTS bank_lines_number_marks_idx ON bank_lines USING gin (number_marks);
