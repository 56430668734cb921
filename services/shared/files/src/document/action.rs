//! Actions that start by themselves: when the document is opened, a page is turned, or the pointer moves.

use std::collections::HashSet;

use hayro_syntax::object::{Dict, FromBytes as _, MaybeRef, ObjRef, Object};

use super::{name::names, object::Objects};

/// The kinds of value that start an action.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Kind {
    /// An action or a destination.
    Action,
    /// A dictionary of actions by trigger (`/AA`).
    Actions,
}

/// Checks that the only actions that start by themselves go to a page; `None` if there is another one, or if one cannot be
/// read.
pub(super) fn only_pages_are_opened(objects: &Objects<'_>) -> Option<()> {
    let named = objects.texts().flat_map(names);
    let mut values: Vec<(Kind, &[u8])> = named
        .filter_map(|it| match it.name.as_slice() {
            b"OpenAction" => Some((Kind::Action, it.behind)),
            b"AA" => Some((Kind::Actions, it.behind)),
            _ => None,
        })
        .collect();
    let mut followed = HashSet::new();
    while let Some((kind, value)) = values.pop() {
        let value = objects.past_space(value)?;
        let (data, references): (&[u8], Vec<_>) = if value.starts_with(b"<<") {
            let dictionary = objects.dictionary(value)?;
            (dictionary.data(), actions_of(kind, &dictionary))
        } else if value.starts_with(b"[") {
            let list = objects.list(value)?;
            (list.data(), actions_in(list.raw_iter()))
        } else {
            let reference = ObjRef::from_bytes(value).map(|one| (kind, one));
            (&[], reference.into_iter().collect())
        };
        for it in names(data).filter(|it| it.name == b"S") {
            let value = objects.past_space(it.behind)?;
            if !value.starts_with(b"/") || names(value).next()?.name != b"GoTo" {
                return None;
            }
        }
        for (kind, reference) in references {
            if followed.insert((kind, reference.obj_number)) {
                let found = objects.of_number(reference.obj_number);
                values.extend(found.map(|value| (kind, value)));
            }
        }
    }
    Some(())
}

/// The actions that a dictionary refers to: all of `/AA`, or those that follow an action.
fn actions_of(kind: Kind, dictionary: &Dict<'_>) -> Vec<(Kind, ObjRef)> {
    match kind {
        Kind::Actions => actions_in(dictionary.entries().map(|(_, value)| value)),
        Kind::Action => match dictionary.get_raw::<Object<'_>>("Next") {
            Some(MaybeRef::NotRef(Object::Array(list))) => actions_in(list.raw_iter()),
            next => actions_in(next.into_iter()),
        },
    }
}

/// The references in a list of actions; empty for a destination, which also contains numbers and names.
fn actions_in<'a>(values: impl Iterator<Item = MaybeRef<Object<'a>>>) -> Vec<(Kind, ObjRef)> {
    let mut actions = Vec::new();
    for value in values {
        match value {
            MaybeRef::Ref(reference) => actions.push((Kind::Action, reference)),
            MaybeRef::NotRef(Object::Dict(_) | Object::Null(_)) => {}
            MaybeRef::NotRef(_) => return Vec::new(),
        }
    }
    actions
}
