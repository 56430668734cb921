//! Whole files: those that banks write, those that hide a trap, and damaged ones.

mod ask;
mod bare_commas;
mod camt;
mod csv;
mod damaged;
mod held;
mod mt940;
mod ofx;
mod property;
mod real;
mod samples;
mod workbook;
