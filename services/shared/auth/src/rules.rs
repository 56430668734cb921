//! The access rules, read from the contract.

use std::{collections::BTreeMap, sync::Arc};

use lintel_core::{Error, Grade, Principal, Role};
use lintel_proto::{FILE_DESCRIPTOR_SET, access};
use prost_reflect::{DescriptorPool, DynamicMessage, MethodDescriptor, prost::Message as _};

/// The callers that a rule admits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Audience {
    /// Anybody.
    Public,
    /// Every signed-in account.
    SignedIn,
    /// Accounts of these roles.
    Roles(Vec<Role>),
    /// The programs of Lintel that the rule names.
    Internal,
}

/// The rule of one RPC.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rule {
    /// The callers that a rule admits.
    pub audience: Audience,
    /// The lowest grade that may call; `None` for calls outside an organisation.
    pub minimum_grade: Option<Grade>,
    /// True when the call changes anything.
    pub writes: bool,
    /// The scope that an API key needs; empty where none is accepted.
    pub scope: String,
    /// True when it may be called before a password that must be changed is changed.
    pub before_password_change: bool,
    /// True when the token of the read cookie is taken as well.
    pub read_token: bool,
    /// The programs that may make an internal call, by the names in their certificates; empty for any other.
    pub callers: Vec<String>,
    /// True when the token of a backup is taken as well.
    pub backup_token: bool,
}

impl Rule {
    /// Checks whether a verified caller may make the call; before any row is read.
    ///
    /// # Errors
    /// [`Error::Unauthenticated`] without a caller, [`Error::PermissionDenied`] for a caller who may not.
    pub fn admit(&self, caller: Option<&Principal>) -> Result<(), Error> {
        match &self.audience {
            Audience::Public => return Ok(()),
            Audience::Internal => return Err(denied()),
            Audience::SignedIn | Audience::Roles(_) => {}
        }
        let caller = caller.ok_or(Error::Unauthenticated {
            reason: "SIGN_IN_REQUIRED",
            message: "Please sign in.",
        })?;
        if let Audience::Roles(roles) = &self.audience
            && !roles.contains(&caller.role)
        {
            return Err(denied());
        }
        match (self.minimum_grade, caller.membership) {
            (None, _) => Ok(()),
            (Some(needed), Some(membership)) if membership.grade >= needed => Ok(()),
            // Landlords alone act in organisations: an account of another role that the rule names acts for itself.
            (Some(_), None)
                if matches!(self.audience, Audience::Roles(_)) && caller.role != Role::Landlord =>
            {
                Ok(())
            }
            (Some(_), _) => Err(denied()),
        }
    }
}

fn denied() -> Error {
    Error::PermissionDenied {
        reason: "NOT_ALLOWED",
        message: "Your account may not do this.",
    }
}

/// All rules by the path of their RPC (`/lintel.portfolio.v1.PropertyService/GetProperty`).
#[derive(Debug, Clone)]
pub struct AccessRules(Arc<BTreeMap<String, Rule>>);

impl AccessRules {
    /// Reads every rule from the descriptors of the contract.
    ///
    /// # Errors
    /// [`Error::Internal`] when an RPC has no rule, which the contract's build already refuses.
    pub fn from_contract() -> Result<Self, Error> {
        let pool = DescriptorPool::decode(FILE_DESCRIPTOR_SET).map_err(Error::internal)?;
        let mut rules = BTreeMap::new();
        for service in pool.services() {
            for method in service.methods() {
                let path = format!("/{}/{}", service.full_name(), method.name());
                rules.insert(path, read_rule(&pool, &method)?);
            }
        }
        Ok(Self(Arc::new(rules)))
    }

    /// The rule of the RPC at `path`, or `None` where there is no such RPC.
    #[must_use]
    pub fn get(&self, path: &str) -> Option<&Rule> {
        self.0.get(path)
    }

    /// Every RPC with its rule, in the order of their paths.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Rule)> {
        self.0.iter().map(|(path, rule)| (path.as_str(), rule))
    }
}

fn read_rule(pool: &DescriptorPool, method: &MethodDescriptor) -> Result<Rule, Error> {
    let missing = || Error::internal(format!("{} has no access rule", method.full_name()));
    let extension = pool
        .get_extension_by_name("lintel.access.v1.rule")
        .ok_or_else(missing)?;
    let options = method.options();
    let value = options.get_extension(&extension);
    let message: &DynamicMessage = value.as_message().ok_or_else(missing)?;
    let rule =
        access::v1::Rule::decode(message.encode_to_vec().as_slice()).map_err(Error::internal)?;
    let audience = match rule.audience() {
        access::v1::Audience::Unspecified => return Err(missing()),
        access::v1::Audience::Public => Audience::Public,
        access::v1::Audience::SignedIn => Audience::SignedIn,
        access::v1::Audience::Internal => Audience::Internal,
        access::v1::Audience::Roles => {
            Audience::Roles(rule.roles().filter_map(access::v1::Role::known).collect())
        }
    };
    Ok(Rule {
        audience,
        minimum_grade: rule.minimum_grade().known(),
        writes: rule.effect() == access::v1::Effect::Write,
        scope: rule.scope,
        before_password_change: rule.before_password_change,
        read_token: rule.read_token,
        callers: rule.callers,
        backup_token: rule.backup_token,
    })
}

#[cfg(test)]
mod tests {
    use lintel_core::{Membership, OrganisationId, SessionId, UserId};

    use super::*;

    fn caller(role: Role, grade: Option<Grade>) -> Principal {
        Principal {
            user: UserId::new(1),
            session: SessionId::generate(),
            role,
            membership: grade.map(|grade| Membership {
                organisation: OrganisationId::new(1),
                grade,
            }),
        }
    }

    #[test]
    fn every_rpc_has_the_rule_that_the_contract_states() {
        let rules = AccessRules::from_contract().map(|rules| {
            let path = "/lintel.portfolio.v1.PropertyService/CreateProperty";
            (rules.iter().count(), rules.get(path).cloned())
        });
        let (count, create) = rules.unwrap_or_default();
        assert!(count > 10, "{count}");
        assert_eq!(
            create,
            Some(Rule {
                audience: Audience::Roles(vec![Role::Landlord]),
                minimum_grade: Some(Grade::Manager),
                writes: true,
                scope: "portfolio".to_owned(),
                before_password_change: false,
                read_token: false,
                callers: Vec::new(),
                backup_token: false,
            })
        );
    }

    /// Whoever calls says who they are by a token, and by nothing in their message.
    #[test]
    fn no_call_without_a_caller_is_told_who_calls() -> Result<(), Error> {
        let pool = DescriptorPool::decode(FILE_DESCRIPTOR_SET).map_err(Error::internal)?;
        let methods = pool
            .services()
            .flat_map(|service| service.methods().collect::<Vec<_>>());
        let mut open = 0;
        for method in methods {
            if read_rule(&pool, &method)?.audience != Audience::Public {
                continue;
            }
            open += 1;
            for field in method.input().fields() {
                let identity = [
                    "user_id",
                    "account_id",
                    "organisation_id",
                    "session_id",
                    "tenant_id",
                ]
                .iter()
                .any(|name| field.name().ends_with(name));
                assert!(
                    !identity,
                    "{} believes {}",
                    method.full_name(),
                    field.name()
                );
            }
        }
        assert!(open > 20, "{open}");
        Ok(())
    }

    #[test]
    fn a_landlords_write_admits_managers_and_owners_only() {
        let rule = Rule {
            audience: Audience::Roles(vec![Role::Landlord]),
            minimum_grade: Some(Grade::Manager),
            writes: true,
            scope: String::new(),
            before_password_change: false,
            read_token: false,
            callers: Vec::new(),
            backup_token: false,
        };
        let admits = |caller: Option<&Principal>| rule.admit(caller).map_err(|e| e.reason());
        assert_eq!(admits(None), Err("SIGN_IN_REQUIRED"));
        for (role, grade, expected) in [
            (Role::Landlord, Some(Grade::Owner), Ok(())),
            (Role::Landlord, Some(Grade::Manager), Ok(())),
            (Role::Landlord, Some(Grade::Viewer), Err("NOT_ALLOWED")),
            (Role::Landlord, None, Err("NOT_ALLOWED")),
            (Role::Tenant, Some(Grade::Owner), Err("NOT_ALLOWED")),
            (Role::Employer, None, Err("NOT_ALLOWED")),
            (Role::Guarantor, None, Err("NOT_ALLOWED")),
        ] {
            assert_eq!(
                admits(Some(&caller(role, grade))),
                expected,
                "{role:?} {grade:?}"
            );
        }
    }

    #[test]
    fn a_role_beside_landlords_acts_for_itself_and_needs_no_grade() {
        let rule = Rule {
            audience: Audience::Roles(vec![Role::Landlord, Role::Tenant]),
            minimum_grade: Some(Grade::Manager),
            writes: true,
            scope: String::new(),
            before_password_change: false,
            read_token: false,
            callers: Vec::new(),
            backup_token: false,
        };
        for (role, grade, admitted) in [
            (Role::Landlord, Some(Grade::Manager), true),
            (Role::Landlord, Some(Grade::Viewer), false),
            (Role::Landlord, None, false),
            (Role::Tenant, None, true),
            (Role::Employer, None, false),
        ] {
            let caller = caller(role, grade);
            assert_eq!(rule.admit(Some(&caller)).is_ok(), admitted, "{role:?}");
        }
        let anybody = Rule {
            audience: Audience::SignedIn,
            ..rule
        };
        assert!(anybody.admit(Some(&caller(Role::Tenant, None))).is_err());
    }

    #[test]
    fn an_internal_call_admits_no_account_whatever_it_is() {
        let rule = Rule {
            audience: Audience::Internal,
            minimum_grade: None,
            writes: false,
            scope: String::new(),
            before_password_change: false,
            read_token: false,
            callers: Vec::new(),
            backup_token: false,
        };
        let owner = caller(Role::Landlord, Some(Grade::Owner));
        assert!(rule.admit(Some(&owner)).is_err());
    }
}
