//! The known facts of sources: their licences, and whether their pictures may be shown.

use std::{collections::HashMap, sync::Arc};

use crate::config::SourceConfig;

/// The configuration of sources, by their names in any spelling.
#[derive(Debug, Clone)]
pub struct Sources(Arc<HashMap<String, SourceConfig>>);

impl Sources {
    /// These sources.
    #[must_use]
    pub fn new(sources: Vec<SourceConfig>) -> Self {
        let sources = sources.into_iter();
        Self(Arc::new(
            sources
                .map(|source| (source.name.to_lowercase(), source))
                .collect(),
        ))
    }

    /// The note on the licence of a feed, whatever portal its homes are from; empty for one that is not known.
    #[must_use]
    pub fn licence(&self, source: &str) -> &str {
        let found = self.0.get(&source.to_lowercase());
        found.map_or("", |source| source.licence.as_str())
    }

    /// Returns whether its terms allow its pictures to be shown; not where nothing is known.
    #[must_use]
    pub fn shows_pictures(&self, source: &str) -> bool {
        let found = self.0.get(&source.to_lowercase());
        found.is_some_and(|source| source.pictures)
    }
}
