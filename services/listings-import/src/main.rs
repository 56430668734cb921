//! `lintel-listings-import serve | migrate | healthcheck | print-config | import | retention | dead-letters`.

#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    lintel_runtime::run::<lintel_listings_import::ListingsImport>()
}
