//! Experiments: a fault under load, and what must hold afterwards. One file each, named as in security-reliability.md 3.3;
//! tests/README.md says how to read their lines.

mod r01_service_killed;
