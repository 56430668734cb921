//! Whole files: those that banks write, those that hide a trap, and damaged ones.

mod ask;
mod camt;
mod csv;
mod damaged;
mod held;
mod ofx;
mod property;
mod real;
mod samples;
mod workbook;
