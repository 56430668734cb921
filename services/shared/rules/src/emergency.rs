//! Whom people call in an emergency (docs/reference/uk-nations.md 3), and who advises tenants in arrears.

use chrono::NaiveDate;

use crate::{nation::Nation, rules::Rules};

/// Whom to call where the home is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EmergencyNumbers<'a> {
    /// The service that comes for a smell of gas or carbon monoxide.
    pub gas_service: &'a str,
    /// Their number.
    pub gas: &'a str,
    /// The service to call about a power cut.
    pub power_service: &'a str,
    /// Their number.
    pub power: &'a str,
}

impl Rules {
    /// The numbers of a nation on `day`.
    #[must_use]
    pub fn emergency_numbers(
        &self,
        nation: Nation,
        day: NaiveDate,
    ) -> Option<EmergencyNumbers<'_>> {
        let gas = self.row("emergency.gas", nation, day)?;
        let power = self.row("emergency.power", nation, day)?;
        Some(EmergencyNumbers {
            gas_service: gas.words("service")?,
            gas: gas.words("number")?,
            power_service: power.words("service")?,
            power: power.words("number")?,
        })
    }

    /// Returns the services that advise tenants in arrears, a line each.
    #[must_use]
    pub fn advice_in_arrears(&self, nation: Nation, day: NaiveDate) -> &[String] {
        let row = self.row("advice.arrears", nation, day);
        row.map_or(&[], |row| row.list("lines"))
    }
}
