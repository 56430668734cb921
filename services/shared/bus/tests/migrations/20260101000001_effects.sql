-- What the tests' handler does, so that its effects can be counted.
CREATE TABLE effects (
    effect_id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    text text NOT NULL
);
GRANT SELECT, INSERT ON effects TO lintel_worker;
