//! `lintel-tenancy-applications serve | migrate | healthcheck | print-config | verify-evidence <file>`; docs/operate/operating.md has the others.

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    lintel_runtime::run::<lintel_tenancy_applications::TenancyApplications>()
}
