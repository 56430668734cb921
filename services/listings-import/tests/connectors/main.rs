//! Every format against files: the samples, two thousand damaged ones, and one of 200 MB.

mod damaged;
mod endless;
mod reading;
mod samples;
