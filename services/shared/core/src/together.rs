//! Several names in one sentence.

/// Returns names as people read them together: "Ann Lee, Bo Lee and Cy Lee".
#[must_use]
pub fn together<S: AsRef<str>>(names: &[S]) -> String {
    let names: Vec<_> = names.iter().map(AsRef::as_ref).collect();
    match names.as_slice() {
        [] => String::new(),
        [one] => (*one).to_owned(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_joined_as_people_read_them() {
        let none: [&str; 0] = [];
        assert_eq!(together(&none), "");
        assert_eq!(together(&["Ann"]), "Ann");
        assert_eq!(together(&["Ann", "Bo"]), "Ann and Bo");
        assert_eq!(together(&["Ann", "Bo", "Cy"]), "Ann, Bo and Cy");
    }
}
