//! A tenant's answers to the questions that make a repair urgent (docs/reference/uk-lettings.md 5.1).

/// The answers; what was not answered is `None`.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Urgency {
    /// True when all the heating or hot water is gone.
    pub no_heating_or_hot_water: Option<bool>,
    /// True when water is coming in or running down.
    pub water_coming_in: Option<bool>,
    /// True when somebody at home is especially at risk.
    pub person_at_risk: Option<bool>,
}

impl Urgency {
    /// Returns whether any question was answered.
    #[must_use]
    pub const fn is_answered(self) -> bool {
        self.no_heating_or_hot_water.is_some()
            || self.water_coming_in.is_some()
            || self.person_at_risk.is_some()
    }

    /// Returns whether the priority is High.
    #[must_use]
    pub fn is_urgent(self) -> bool {
        self.no_heating_or_hot_water == Some(true) || self.water_coming_in == Some(true)
    }

    /// Returns whether it is an emergency, as somebody at risk is without heating or hot water, or has water coming in.
    #[must_use]
    pub fn is_emergency(self) -> bool {
        self.is_urgent() && self.person_at_risk == Some(true)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_answers_decide_how_urgent_it_is() {
        let (yes, no) = (Some(true), Some(false));
        for (heating, water, risk, urgent, emergency) in [
            (None, None, None, false, false),
            (no, no, yes, false, false),
            (yes, no, no, true, false),
            (no, yes, None, true, false),
            (yes, None, yes, true, true),
            (None, yes, yes, true, true),
        ] {
            let urgency = Urgency {
                no_heating_or_hot_water: heating,
                water_coming_in: water,
                person_at_risk: risk,
            };
            let judged = (urgency.is_urgent(), urgency.is_emergency());
            assert_eq!(judged, (urgent, emergency), "{urgency:?}");
            let answered = heating.or(water).or(risk).is_some();
            assert_eq!(urgency.is_answered(), answered);
        }
    }
}
