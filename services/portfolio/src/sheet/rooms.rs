//! The rooms of a shared house in one cell: `1 | 480.00 | Occupied; 2 | 450.00 | Vacant | The attic`. The name is left out where it
//! says no more than the number. A backslash escapes the character after it.

use lintel_core::Money;
use lintel_sheet::Amounts;

use crate::domain::{Room, RoomDraft};

const BETWEEN_ROOMS: char = ';';
const BETWEEN_PARTS: char = '|';

/// The rooms as a cell.
pub fn write(rooms: &[Room]) -> String {
    let rooms = rooms.iter().map(|room| {
        let state = if room.occupied { "Occupied" } else { "Vacant" };
        let mut parts = vec![
            escaped(&room.number),
            room.asking_rent.to_string(),
            state.to_owned(),
        ];
        if room.name != format!("Room {}", room.number) {
            parts.push(escaped(&room.name));
        }
        parts.join(" | ")
    });
    rooms.collect::<Vec<_>>().join("; ")
}

/// The rooms in a cell.
///
/// # Errors
/// The refusal of a cell that is not a list of rooms.
pub fn read(cell: &str, amounts: &Amounts) -> Result<Vec<RoomDraft>, String> {
    let rooms = split(cell, BETWEEN_ROOMS).into_iter();
    let rooms = rooms.filter(|room| !room.trim().is_empty());
    rooms.map(|room| one(&room, amounts)).collect()
}

fn one(text: &str, amounts: &Amounts) -> Result<RoomDraft, String> {
    let parts: Vec<_> = split(text, BETWEEN_PARTS)
        .iter()
        .map(|part| unescaped(part.trim()))
        .collect();
    let [number, rent, rest @ ..] = parts.as_slice() else {
        return Err(
            "Write each room as number | rent | Occupied or Vacant, with ; between rooms."
                .to_owned(),
        );
    };
    let (state, name) = match rest {
        [] => ("", ""),
        [state] => (state.as_str(), ""),
        [state, name] => (state.as_str(), name.as_str()),
        _ => {
            return Err(format!(
                "Room {number} has more than number, rent, state and name."
            ));
        }
    };
    let occupied = match state.to_lowercase().as_str() {
        "occupied" | "let" => true,
        "vacant" | "" => false,
        _ => return Err(format!("Room {number} is Occupied or Vacant.")),
    };
    let monthly_rent = match rent.as_str() {
        "" => None,
        rent => {
            let rent = Money::parse(&amounts.to_point(rent));
            Some(rent.map_err(|error| format!("Room {number}: {error}"))?)
        }
    };
    Ok(RoomDraft {
        number: number.clone(),
        name: name.to_owned(),
        monthly_rent,
        asking_rent: None,
        occupied,
    })
}

fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for sign in text.chars() {
        if matches!(sign, '\\' | BETWEEN_ROOMS | BETWEEN_PARTS) {
            escaped.push('\\');
        }
        escaped.push(sign);
    }
    escaped
}

fn unescaped(text: &str) -> String {
    let mut signs = text.chars();
    let mut unescaped = String::new();
    while let Some(sign) = signs.next() {
        let sign = if sign == '\\' {
            signs.next()
        } else {
            Some(sign)
        };
        unescaped.extend(sign);
    }
    unescaped
}

/// The parts between unescaped separators; escaped characters stay escaped.
fn split(text: &str, separator: char) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut is_escaped = false;
    for sign in text.chars() {
        if sign == separator && !is_escaped {
            parts.push(String::new());
            continue;
        }
        is_escaped = sign == '\\' && !is_escaped;
        if let Some(part) = parts.last_mut() {
            part.push(sign);
        }
    }
    parts
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn room(number: &str, name: &str, pence: i64, occupied: bool) -> Room {
        Room {
            id: 1.into(),
            number: number.to_owned(),
            name: name.to_owned(),
            asking_rent: Money::gbp(pence),
            let_rent: None,
            occupied,
        }
    }

    #[test]
    fn a_cell_reads_as_people_write_it() {
        let rooms = [
            room("1", "Room 1", 48_000, true),
            room("2b", "The attic; left | right", 0, false),
        ];
        let cell = write(&rooms);
        assert_eq!(
            cell,
            "1 | 480.00 | Occupied; 2b | 0.00 | Vacant | The attic\\; left \\| right"
        );
        let loose = read("1|£480 ; 2 | 1,450.50 | let;", &Amounts::default()).ok();
        let loose: Vec<_> = loose
            .unwrap_or_default()
            .into_iter()
            .map(|r| (r.number, r.monthly_rent, r.occupied))
            .collect();
        assert_eq!(
            loose,
            [
                ("1".to_owned(), Some(Money::gbp(48_000)), false),
                ("2".to_owned(), Some(Money::gbp(145_050)), true)
            ]
        );
        assert!(read("", &Amounts::default()).is_ok_and(|rooms| rooms.is_empty()));
    }

    #[test]
    fn what_is_no_room_says_how_to_write_one() {
        for bad in ["1", "1 | x", "1 | 480 | Maybe", "1 | 480 | Vacant | a | b"] {
            assert!(read(bad, &Amounts::default()).is_err(), "{bad}");
        }
    }

    proptest! {
        #[test]
        fn rooms_come_back_as_they_were(
            all in proptest::collection::vec(("[a-z0-9;|\\\\]{1,5}", "[a-z;|\\\\][a-z ;|\\\\]{0,5}[a-z;|\\\\]", 0_i64..9_999_999, any::<bool>()), 0..5)
        ) {
            let rooms: Vec<_> = all.iter().map(|(number, name, pence, occupied)| room(number, name, *pence, *occupied)).collect();
            let back = read(&write(&rooms), &Amounts::default()).unwrap_or_default();
            prop_assert_eq!(back.len(), rooms.len());
            for (was, is) in rooms.iter().zip(back) {
                prop_assert_eq!((&was.number, &was.name, Some(was.asking_rent), was.occupied), (&is.number, &is.name, is.monthly_rent, is.occupied));
            }
        }
    }
}
