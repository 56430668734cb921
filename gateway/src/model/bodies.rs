//! The bodies that clients send, for the contract's description.
#![expect(
    dead_code,
    reason = "described here, read field by field so that every unreadable one is named at once"
)]

use std::{borrow::Cow, collections::BTreeMap};

use chrono::NaiveDate;
use utoipa::{
    PartialSchema, ToSchema,
    openapi::{RefOr, Schema},
};

use super::names::{MortgageType, Occupancy, PropertyStatus, PropertyType, Role};

/// What sign-up asks for.
#[derive(Debug, ToSchema)]
pub struct SignupBody {
    /// 1 to 200 characters; the last word is the last name.
    #[schema(example = "Ada Lovelace", min_length = 1, max_length = 200)]
    pub name: String,
    /// The sign-in address; compared without case, stored as typed.
    #[schema(example = "ada@example.com", format = Email)]
    pub email: String,
    /// At least 6 characters unless the operator asks for more, at most 128, and not one of the most common.
    #[schema(example = "correct horse battery", format = Password, min_length = 6, max_length = 128)]
    pub password: String,
    /// The account type.
    pub role: Role,
}

/// Address and password.
#[derive(Debug, ToSchema)]
pub struct LoginBody {
    /// The sign-in address, any case.
    #[schema(example = "ada@example.com", format = Email)]
    pub email: String,
    /// The password.
    #[schema(example = "correct horse battery", format = Password, min_length = 1)]
    pub password: String,
}

/// A mailed link's token.
#[derive(Debug, ToSchema)]
pub struct VerifyEmailBody {
    /// The token as the link has it.
    pub token: String,
}

/// A mailed code.
#[derive(Debug, ToSchema)]
pub struct VerifyCodeBody {
    /// Eight characters; case, spaces and the dash do not matter.
    #[schema(example = "7K3M-9QTX")]
    pub code: String,
}

/// Whose mail to send again.
#[derive(Debug, ToSchema)]
pub struct ResendBody {
    /// The sign-in address.
    #[schema(example = "ada@example.com", format = Email)]
    pub email: String,
}

/// What to change of a property: any of the fields of a property to add. What is absent stays; null empties an optional field.
#[derive(Debug)]
pub struct PropertyChanges;

impl PartialSchema for PropertyChanges {
    fn schema() -> RefOr<Schema> {
        let mut schema = PropertyBody::schema();
        if let RefOr::T(Schema::Object(object)) = &mut schema {
            object.required.clear();
            object.description = Some(
                "Any of the fields of a property to add. In a change, what is absent stays and null empties an optional \
                 field; unknown and server-owned fields are ignored."
                    .to_owned(),
            );
        }
        schema
    }
}

impl ToSchema for PropertyChanges {
    fn name() -> Cow<'static, str> {
        Cow::Borrowed("PropertyChanges")
    }
}

/// Whose password was forgotten.
#[derive(Debug, ToSchema)]
pub struct ForgotPasswordBody {
    /// The sign-in address.
    #[schema(example = "ada@example.com", format = Email)]
    pub email: String,
}

/// A mailed link's token and the new password.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase")]
pub struct ResetPasswordBody {
    /// The token as the link has it.
    pub token: String,
    /// At least 6 characters unless the operator asks for more, at most 128, and not one of the most common.
    #[schema(format = Password, max_length = 128)]
    pub new_password: String,
}

/// A property to add. Money is text with or without commas and pound sign, or a number. Unknown and server-owned fields are
/// ignored; absent, null and empty are the same.
#[derive(Debug, ToSchema)]
#[schema(rename_all = "camelCase", as = PropertyBody)]
pub struct PropertyBody {
    /// What the landlord calls it; 1 to 200 characters.
    #[schema(example = "Garden flat", min_length = 1, max_length = 200)]
    pub name: String,
    /// Street and town; 1 to 300 characters.
    #[schema(
        example = "12 Harbour Street, Bristol",
        min_length = 1,
        max_length = 300
    )]
    pub address: String,
    /// A UK postcode.
    #[schema(example = "BS1 4RW")]
    pub postcode: String,
    /// The kind.
    pub property_type: PropertyType,
    /// Bedrooms, 0 to 100; of a shared house its number of rooms.
    #[schema(example = 2, minimum = 0, maximum = 100)]
    pub bedrooms: Option<i32>,
    /// Bathrooms, 1 to 10, where 10 stands for ten or more.
    #[schema(example = 1, minimum = 1, maximum = 10)]
    pub bathrooms: Option<i32>,
    /// Size as the landlord writes it.
    pub size: Option<String>,
    /// Rent per month; of a shared house the sum of its rooms' rents.
    #[schema(example = "1,250.00")]
    pub monthly_rent: Option<String>,
    /// The year of purchase.
    pub purchase_year: Option<i32>,
    /// The day of purchase; its year wins over purchaseYear.
    pub purchase_date: Option<NaiveDate>,
    /// What was paid for it.
    #[schema(example = "£182,750")]
    pub purchase_price: Option<String>,
    /// What it is worth; the purchase price where absent.
    pub current_value: Option<String>,
    /// Vacant where absent. `Partially Occupied` is derived and refused.
    pub status: Option<PropertyStatus>,
    /// Addresses of photos, the cover first; also one address, or a list as JSON text.
    pub photos: Option<Vec<String>>,
    /// The number of rooms of a shared house, 1 to 10.
    #[schema(minimum = 1, maximum = 10)]
    pub hmo_rooms: Option<i32>,
    /// Each room's rent by its number; also as JSON text.
    pub hmo_room_rentals: Option<BTreeMap<String, String>>,
    /// Whether each room is occupied, in the order of their numbers; also as JSON text, or by number with `occupied`.
    pub hmo_room_occupancy: Option<Vec<Occupancy>>,
    /// Gas, electricity, internet per month.
    pub hmo_utilities: Option<String>,
    /// The television licence per month.
    pub hmo_tv_licence: Option<String>,
    /// Council tax per month.
    pub hmo_council_tax: Option<String>,
    /// Water per month.
    pub hmo_water: Option<String>,
    /// Cleaning per month.
    pub hmo_cleaning_fees: Option<String>,
    /// Whole years left of the lease.
    #[schema(minimum = 0)]
    pub lease_years_remaining: Option<i32>,
    /// The day of leaseYearsRemaining; today where absent.
    pub lease_last_updated: Option<NaiveDate>,
    /// Service charge per month.
    pub service_charge: Option<String>,
    /// Ground rent per month.
    pub ground_rent: Option<String>,
    /// The lender.
    pub mortgage_company: Option<String>,
    /// The lender's reference.
    pub mortgage_reference: Option<String>,
    /// How to reach the lender.
    pub mortgage_contact: Option<String>,
    /// Interest per year in percent, up to two decimals.
    pub interest_rate: Option<f64>,
    /// What was borrowed.
    pub amount_borrowed: Option<String>,
    /// What is still owed.
    pub outstanding_balance: Option<String>,
    /// The payment per month.
    pub monthly_mortgage_payment: Option<String>,
    /// How the mortgage is paid.
    pub mortgage_type: Option<MortgageType>,
    /// When the fixed rate ends.
    pub fixed_term_end_date: Option<NaiveDate>,
    /// The insurer.
    pub insurance_company: Option<String>,
    /// The policy's number.
    pub insurance_reference: Option<String>,
    /// The premium per year.
    pub insurance_amount: Option<String>,
    /// When the insurance is to be renewed.
    pub insurance_renewal_date: Option<NaiveDate>,
    /// What the insurance covers.
    pub insurance_type: Option<String>,
}
