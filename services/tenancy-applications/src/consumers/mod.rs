//! What this service does with other services' events; one file a stream.
