//! The tags for screen readers: the tree of headings, paragraphs, cells and pictures, in reading order.
//!
//! It is made while blocks are laid out; what is drawn on the pages joins it later. Drawing under a tag and adding to the tree
//! are one step ([`crate::draw`]), because krilla panics over content that is in no tree.

use krilla::geom::Rect;
use krilla::tagging::{BBox, Identifier, Node, TagGroup, TagKind, TagTree};

/// One tag of a tree.
#[derive(Clone, Copy, Debug, Eq, PartialEq, Ord, PartialOrd)]
pub struct TagId(usize);

/// A tree in the making.
#[derive(Default)]
pub struct Tags {
    tags: Vec<Tag>,
    roots: Vec<TagId>,
}

struct Tag {
    kind: TagKind,
    children: Vec<Child>,
}

enum Child {
    Tag(TagId),
    Content(Identifier),
}

impl Tags {
    /// A tag after all others under that one, or at the top.
    pub fn add(&mut self, under: Option<TagId>, kind: impl Into<TagKind>) -> TagId {
        let id = TagId(self.tags.len());
        self.tags.push(Tag {
            kind: kind.into(),
            children: Vec::new(),
        });
        match under.and_then(|TagId(at)| self.tags.get_mut(at)) {
            Some(parent) => parent.children.push(Child::Tag(id)),
            None => self.roots.push(id),
        }
        id
    }

    /// Adds drawn content to a tag.
    pub fn drawn(&mut self, TagId(at): TagId, content: Identifier) {
        if let Some(tag) = self.tags.get_mut(at) {
            tag.children.push(Child::Content(content));
        }
    }

    /// The picture of that tag stands there.
    pub fn stands(&mut self, TagId(at): TagId, page: usize, rect: Rect) {
        if let Some(TagKind::Figure(figure)) = self.tags.get_mut(at).map(|tag| &mut tag.kind) {
            figure.set_bbox(Some(BBox::new(page, rect)));
        }
    }

    /// The tree for krilla.
    pub fn into_tree(self) -> TagTree {
        let mut tree = TagTree::new();
        let mut tags: Vec<Option<Tag>> = self.tags.into_iter().map(Some).collect();
        for root in self.roots {
            if let Some(group) = group(&mut tags, root) {
                tree.push(group);
            }
        }
        tree
    }
}

/// A tag with all that is under it; lists in lists are as deep as a caller writes them.
fn group(tags: &mut [Option<Tag>], TagId(at): TagId) -> Option<TagGroup> {
    let tag = tags.get_mut(at)?.take()?;
    let children = tag.children.into_iter().filter_map(|child| match child {
        Child::Tag(id) => group(tags, id).map(Node::Group),
        Child::Content(content) => Some(Node::Leaf(content)),
    });
    let children = children.collect();
    Some(TagGroup::with_children(tag.kind, children))
}
