//! The list of the Rules page.

use crate::{row::Row, rules::Rules};

/// Rules under one heading.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Topic<'a> {
    /// The heading.
    pub title: &'a str,
    /// Its rules: those of one name follow each other.
    pub rows: Vec<&'a Row>,
}

impl Rules {
    /// Every rule by topic, in the order in which people read them; coming ones and those that have ended are among them.
    #[must_use]
    pub fn catalogue(&self) -> Vec<Topic<'_>> {
        let mut topics: Vec<Topic<'_>> = Vec::new();
        for row in self.rows() {
            match topics.iter_mut().find(|topic| topic.title == row.topic) {
                Some(topic) => topic.rows.push(row),
                None => topics.push(Topic {
                    title: &row.topic,
                    rows: vec![row],
                }),
            }
        }
        topics
    }
}
