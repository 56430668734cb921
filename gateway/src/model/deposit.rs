//! Deposits, the dates of notices, and days by which something has to be done.
