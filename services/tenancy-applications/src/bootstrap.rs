//! The composition root: what the service is made of, from top to bottom.

use std::{io::Write as _, net::SocketAddr, sync::Arc};

use lintel_auth::TokenVerifier;
use lintel_bus::{Consumer, DeadLetters, Relay, topology};
use lintel_core::{Clock, SystemClock};
use lintel_db::Db;
use lintel_proto::tenancy::v1::{
    agreement_service_server::AgreementServiceServer,
    applicant_service_server::ApplicantServiceServer,
    application_service_server::ApplicationServiceServer,
    bank_statement_service_server::BankStatementServiceServer,
    deadline_service_server::DeadlineServiceServer, deposit_service_server::DepositServiceServer,
    document_service_server::DocumentServiceServer, duty_service_server::DutyServiceServer,
    guarantee_service_server::GuaranteeServiceServer,
    holding_deposit_service_server::HoldingDepositServiceServer,
    invite_service_server::InviteServiceServer, move_in_service_server::MoveInServiceServer,
    portal_service_server::PortalServiceServer, privacy_service_server::PrivacyServiceServer,
    reference_service_server::ReferenceServiceServer, rent_service_server::RentServiceServer,
    signing_service_server::SigningServiceServer, snapshot_service_server::SnapshotServiceServer,
    take_back_service_server::TakeBackServiceServer,
    tenancy_document_service_server::TenancyDocumentServiceServer,
    tenant_mail_service_server::TenantMailServiceServer,
    tenant_service_server::TenantServiceServer,
    tenant_transfer_service_server::TenantTransferServiceServer,
};
use lintel_runtime::{
    ConfigError, Handled, Health, Lifecycle, Service, Settings, SharedConfig, callers, client,
    fill, limits::Stored,
};
use lintel_sealing::{Opener, Sealer};
use tokio::sync::Notify;
use tonic::service::Routes;

use crate::{
    app::{
        Links, TenancyData,
        agreeing::{Agreements, evidence_file},
        applying::{
            ApplicationMails, Applications, Deciding, Drafts, Erasure, HoldingDeposits, Invites,
            OwnApplications, Signups, Submissions, Views,
        },
        documents::{Documents, RightToRent},
        keeping::{Asking, Departures, Owners, Peers, Retention, TenantSnapshots, keys::Keys},
        letting::{
            Deadlines, Deposits, Duties, Leavers, MoveIn, OwnActs, Portal, PortalInvitations,
            TakeBacks, TenancyDocuments, TenancyMails, TenantImports, TenantMailing, TenantPhotos,
            Tenants,
        },
        mail_requests::Mails,
        references::References,
        rent::{BankStatements, Rent, RentDays, RentMails},
    },
    config::{Allowances, Config},
    consumers::{IdentityEvents, PortfolioEvents},
    grpc::{
        agreeing::{AgreementGrpc, GuaranteeGrpc, SigningGrpc},
        applying::{ApplicantGrpc, ApplicationGrpc, HoldingDepositGrpc, InviteGrpc},
        documents::DocumentGrpc,
        keeping::{PrivacyGrpc, SnapshotGrpc},
        letting::{
            DeadlineGrpc, DepositGrpc, DutyGrpc, MoveInGrpc, PortalGrpc, TakeBackGrpc,
            TenancyDocumentGrpc, TenantGrpc, TenantMailGrpc, TenantTransferGrpc,
        },
        references::ReferenceGrpc,
        rent::{BankStatementGrpc, RentGrpc},
    },
    jobs::{self, Fill},
    store::MIGRATOR,
};

/// The configuration keys named when a database address is not valid.
const DATABASE_KEYS: &str = "LINTEL_TENANCY_APPLICATIONS__DATABASE__URL or LINTEL_TENANCY_APPLICATIONS__DATABASE__WORKER_URL";
/// The largest request and reply in bytes: a document, and what says what it is.
const LARGEST_MESSAGE: usize = 11 * 1024 * 1024;
/// The command that fills the copies anew.
const FILL_COPIES: &str = "fill-copies";

/// The tenancy-applications service.
#[derive(Debug)]
pub struct TenancyApplications;

/// What the RPCs stand on.
#[derive(Debug, Clone)]
pub struct Parts {
    /// The database.
    pub db: Db,
    /// The time.
    pub clock: Arc<dyn Clock>,
    /// Reads the tokens of exports.
    pub verifier: TokenVerifier,
    /// Opens what identity seals to this service; every other key of the service is derived from it.
    pub opener: Opener,
    /// Asks notifications for mails.
    pub mails: Mails,
    /// Seals what viewings-maintenance is told of tenants.
    pub viewings: Sealer,
    /// How often people without an account may cause them.
    pub allowances: Allowances,
    /// How many bytes of files are kept.
    pub stored: Stored,
    /// The owners of what this service keeps copies of.
    pub peers: Peers,
}

/// The service's RPCs, without the stack around them.
#[must_use]
pub fn routes(parts: &Parts) -> Routes {
    let Parts {
        db,
        clock,
        verifier,
        opener,
        mails,
        viewings,
        allowances,
        stored,
        ..
    } = parts;
    let (links, keys) = (Links::new(opener), Keys::new(opener));
    let asking = asking(parts);
    let about = ApplicationMails::new(mails.clone(), links.clone());
    let references = references(parts);
    let views = Views::new(references.clone());
    let submissions = Submissions::new(references.clone(), about.clone(), *allowances);
    let invites = Invites::new(
        db.clone(),
        clock.clone(),
        links.clone(),
        mails.clone(),
        *allowances,
        asking.clone(),
    );
    let drafts = Drafts::new(
        db.clone(),
        clock.clone(),
        links.clone(),
        keys.clone(),
        mails.clone(),
        *allowances,
    );
    let signups = Signups::new(
        db.clone(),
        clock.clone(),
        links.clone(),
        submissions.clone(),
        *allowances,
    );
    let applications = Applications::new(db.clone(), views.clone());
    let own = OwnApplications::new(
        db.clone(),
        clock.clone(),
        links.clone(),
        submissions,
        about.clone(),
        asking.clone(),
    );
    let deciding = Deciding::new(db.clone(), clock.clone(), about.clone(), views);
    let imports = TenantImports::new(db.clone(), clock.clone(), keys.clone(), asking.clone());
    let photos = TenantPhotos::new(db.clone(), clock.clone(), keys.clone());
    let documents = Documents::new(db.clone(), clock.clone(), keys, about, *stored);
    let told = TenancyMails::new(mails.clone());
    let tenants = Tenants::new(db.clone(), clock.clone(), asking.clone(), told.clone());
    let portal = Portal::new(db.clone(), clock.clone(), asking.clone());
    let rent = Rent::new(db.clone(), clock.clone(), told.clone());
    let document = DocumentServiceServer::new(DocumentGrpc::new(documents.clone()))
        .max_decoding_message_size(LARGEST_MESSAGE)
        .max_encoding_message_size(LARGEST_MESSAGE);
    let applicant = ApplicantGrpc::new(
        applications.clone(),
        own.clone(),
        documents,
        references.clone(),
        links.clone(),
    );
    let applicant = ApplicantServiceServer::new(applicant)
        .max_decoding_message_size(LARGEST_MESSAGE)
        .max_encoding_message_size(LARGEST_MESSAGE);
    let reference = ReferenceGrpc::new(references.clone(), links.clone());
    let data = TenancyData::new(
        db.clone(),
        verifier.clone(),
        references.clone(),
        Keys::new(opener),
    );
    let erasure = Erasure::new(db.clone(), clock.clone());
    let move_in = move_in(parts, references.clone());
    let agreements = agreements(parts, references.clone());
    let signing = SigningServiceServer::new(SigningGrpc::new(agreements.clone(), links.clone()))
        .max_encoding_message_size(LARGEST_MESSAGE);
    let guarantee = GuaranteeServiceServer::new(GuaranteeGrpc::new(agreements.clone()))
        .max_encoding_message_size(LARGEST_MESSAGE);
    let agreement = AgreementServiceServer::new(AgreementGrpc::new(agreements))
        .max_decoding_message_size(LARGEST_MESSAGE)
        .max_encoding_message_size(LARGEST_MESSAGE);
    let application = ApplicationGrpc::new(applications, own, deciding, references, erasure);
    let invite = InviteGrpc::new(invites, drafts, signups, links);
    let transfer =
        TenantTransferServiceServer::new(TenantTransferGrpc::new(tenants.clone(), imports))
            .max_decoding_message_size(LARGEST_MESSAGE);
    let tenant = TenantServiceServer::new(TenantGrpc::new(tenants, photos.clone()))
        .max_decoding_message_size(LARGEST_MESSAGE);
    let acts = OwnActs::new(db.clone(), clock.clone(), asking.clone(), told.clone());
    let invitations = PortalInvitations::new(db.clone(), clock.clone(), told.clone(), asking);
    let portal = PortalServiceServer::new(PortalGrpc::new(portal, invitations, photos, acts))
        .max_decoding_message_size(LARGEST_MESSAGE);
    let snapshots = TenantSnapshots::new(db.clone(), viewings.clone());
    Routes::new(tenant)
        .add_service(SnapshotServiceServer::new(SnapshotGrpc::new(snapshots)))
        .add_service(transfer)
        .add_service(TenantMailServiceServer::new(TenantMailGrpc::new(
            TenantMailing::new(db.clone(), clock.clone(), told.clone()),
        )))
        .add_service(RentServiceServer::new(RentGrpc::new(rent)))
        .add_service(TakeBackServiceServer::new(TakeBackGrpc::new(
            TakeBacks::new(db.clone(), clock.clone(), told.clone()),
        )))
        .add_service(bank_statements(parts))
        .add_service(tenancy_documents(parts))
        .add_service(move_in)
        .add_service(agreement)
        .add_service(guarantee)
        .add_service(signing)
        .add_service(DepositServiceServer::new(DepositGrpc::new(Deposits::new(
            db.clone(),
            clock.clone(),
            told,
        ))))
        .add_service(HoldingDepositServiceServer::new(HoldingDepositGrpc::new(
            HoldingDeposits::new(db.clone(), clock.clone()),
        )))
        .add_service(DutyServiceServer::new(DutyGrpc::new(Duties::new(
            db.clone(),
            clock.clone(),
        ))))
        .add_service(DeadlineServiceServer::new(DeadlineGrpc::new(deadlines(
            parts,
        ))))
        .add_service(portal)
        .add_service(PrivacyServiceServer::new(PrivacyGrpc::new(data)))
        .add_service(InviteServiceServer::new(invite))
        .add_service(ApplicationServiceServer::new(application))
        .add_service(applicant)
        .add_service(document)
        .add_service(ReferenceServiceServer::new(reference))
}

fn bank_statements(parts: &Parts) -> BankStatementServiceServer<BankStatementGrpc> {
    let (db, clock) = (parts.db.clone(), parts.clock.clone());
    let statements = BankStatements::new(db, clock, Keys::new(&parts.opener));
    BankStatementServiceServer::new(BankStatementGrpc::new(statements))
        .max_decoding_message_size(LARGEST_MESSAGE)
}

fn tenancy_documents(parts: &Parts) -> TenancyDocumentServiceServer<TenancyDocumentGrpc> {
    let mails = TenancyMails::new(parts.mails.clone());
    let (db, clock) = (parts.db.clone(), parts.clock.clone());
    let documents = TenancyDocuments::new(db, clock, Keys::new(&parts.opener), mails, parts.stored);
    TenancyDocumentServiceServer::new(TenancyDocumentGrpc::new(documents))
        .max_decoding_message_size(LARGEST_MESSAGE)
        .max_encoding_message_size(LARGEST_MESSAGE)
}

fn owners(parts: &Parts) -> Owners {
    Owners {
        db: parts.db.clone(),
        peers: parts.peers.clone(),
        opener: parts.opener.clone(),
    }
}

fn asking(parts: &Parts) -> Arc<Asking> {
    Arc::new(Asking::new(owners(parts)))
}

fn move_in(parts: &Parts, references: References) -> MoveInServiceServer<MoveInGrpc> {
    let (db, clock) = (parts.db.clone(), parts.clock.clone());
    let rights = RightToRent::new(db.clone(), clock.clone(), Keys::new(&parts.opener));
    let mails = TenancyMails::new(parts.mails.clone());
    let move_in = MoveIn::new(db, clock, Keys::new(&parts.opener), mails);
    MoveInServiceServer::new(MoveInGrpc::new(references, rights, move_in))
        .max_decoding_message_size(LARGEST_MESSAGE)
        .max_encoding_message_size(LARGEST_MESSAGE)
}

fn agreements(parts: &Parts, references: References) -> Agreements {
    Agreements::new(
        parts.clock.clone(),
        Keys::new(&parts.opener),
        Links::new(&parts.opener),
        parts.mails.clone(),
        references,
        (asking(parts), owners(parts)),
    )
}

fn references(parts: &Parts) -> References {
    let (db, clock) = (parts.db.clone(), parts.clock.clone());
    let keys = Keys::new(&parts.opener);
    References::new(db, clock, keys, parts.mails.clone(), &parts.opener)
}

fn deadlines(parts: &Parts) -> Deadlines {
    let mails = TenancyMails::new(parts.mails.clone());
    Deadlines::new(parts.db.clone(), parts.clock.clone(), mails)
}

impl Service for TenancyApplications {
    const NAME: &'static str = "tenancy-applications";
    const DEFAULTS: &'static str = include_str!("../config.default.toml");
    type Config = Config;

    fn listen(config: &Config) -> SocketAddr {
        config.listen
    }

    async fn serve(settings: Settings<Config>, lifecycle: Lifecycle) -> anyhow::Result<()> {
        let Settings { shared, own } = settings;
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        let stop = lifecycle.stop.clone();

        let db = Db::connect(&own.database)
            .map_err(|error| ConfigError::new(DATABASE_KEYS, error.to_string()))?;
        let opener = opener(&shared)?;
        let (verifier, access) = callers::verified(&shared, clock.clone(), &lifecycle)?;
        let parts = Parts {
            db: db.clone(),
            clock: clock.clone(),
            verifier: verifier.clone(),
            opener: opener.clone(),
            mails: mails(&shared)?,
            viewings: Sealer::new(*shared.viewings_sealing_public_key()?),
            allowances: own.applications,
            stored: Stored::of(&shared)?,
            peers: peers(&shared)?,
        };
        let nats = lintel_bus::connect(Self::NAME, &shared.nats_url)
            .await
            .map_err(|error| ConfigError::new("LINTEL_NATS_URL", error.to_string()))?;

        let jetstream = async_nats::jetstream::new(nats);
        // Not part of readiness: requests are served without the broker, and late events are handled when it is back.
        let homes = Consumer::new(
            topology::TENANCY_APPLICATIONS_PORTFOLIO,
            db.clone(),
            jetstream.clone(),
            PortfolioEvents,
        );
        lifecycle.spawn("consumer of properties", homes.run(stop.clone()));
        let gone = Arc::new(Notify::new());
        let accounts = Consumer::new(
            topology::TENANCY_APPLICATIONS_IDENTITY,
            db.clone(),
            jetstream.clone(),
            IdentityEvents::new(clock.clone(), opener.clone(), gone.clone()),
        );
        lifecycle.spawn("consumer of accounts", accounts.run(stop.clone()));
        let departures = Departures::new(db.clone(), clock.clone());
        lifecycle.spawn(
            "departures",
            jobs::departures(departures, gone, stop.clone()),
        );
        let leavers = Leavers::new(db.clone(), clock.clone());
        lifecycle.spawn("leavers", jobs::leavers(leavers, stop.clone()));
        lifecycle.spawn(
            "deadlines",
            jobs::deadlines(deadlines(&parts), stop.clone()),
        );
        let agreements = agreements(&parts, references(&parts));
        lifecycle.spawn("agreements", jobs::agreements(agreements, stop.clone()));
        let days = RentDays::new(db.clone(), clock.clone());
        let rent_mails = RentMails::new(db.clone(), clock.clone(), parts.mails.clone());
        lifecycle.spawn("rent", jobs::rent(days, rent_mails, stop.clone()));
        let retention = Retention::new(db.clone(), clock.clone(), own.retention);
        lifecycle.spawn("retention", jobs::retention(retention, stop.clone()));
        let imports = TenantImports::new(
            db.clone(),
            clock.clone(),
            Keys::new(&opener),
            asking(&parts),
        );
        lifecycle.spawn("imports", lintel_sheet::job::run(imports, stop.clone()));
        let snapshots = TenantSnapshots::new(db.clone(), parts.viewings.clone());
        lifecycle.spawn("snapshots", {
            let telling = jobs::tenant_snapshots(snapshots, stop.clone());
            async move {
                telling.await;
                Ok(())
            }
        });
        let fill = Fill {
            db: db.clone(),
            clock: clock.clone(),
            peers: parts.peers.clone(),
            opener,
        };
        lifecycle.spawn(
            "filling of copies",
            fill::at_first_start(fill, stop.clone()),
        );
        let relay = Relay::new(db.clone(), jetstream);
        lifecycle.spawn("relay", relay.run(stop));
        let health = Health::starting().await;
        health.follow(&lifecycle, move || {
            let (db, verifier) = (db.clone(), verifier.clone());
            async move { verifier.has_keys() && db.ping().await.is_ok() }
        });

        let routes = routes(&parts);
        lintel_runtime::grpc::serve(
            own.listen,
            shared.tls()?,
            routes,
            access,
            health,
            &lifecycle,
        )
        .await
    }

    async fn migrate(settings: Settings<Config>) -> anyhow::Result<Handled> {
        lintel_db::migrate(&settings.own.database.owner_url, &MIGRATOR).await?;
        Ok(Handled::Yes)
    }

    async fn command(
        settings: Settings<Config>,
        name: &str,
        arguments: &[String],
    ) -> anyhow::Result<Option<String>> {
        let Settings { shared, own } = settings;
        let clock: Arc<dyn Clock> = Arc::new(SystemClock);
        if name == FILL_COPIES {
            let fill = Fill {
                db: Db::connect(&own.database)?,
                clock,
                peers: peers(&shared)?,
                opener: opener(&shared)?,
            };
            return Ok(Some(fill::all(&fill).await?.to_string()));
        }
        if name == Retention::COMMAND {
            let retention = Retention::new(Db::connect(&own.database)?, clock, own.retention);
            return retention.command(arguments).await.map(Some);
        }
        if name != DeadLetters::COMMAND {
            return Ok(None);
        }
        let opener = opener(&shared)?;
        let letters = DeadLetters::new(Db::connect(&own.database)?)
            .with(topology::TENANCY_APPLICATIONS_PORTFOLIO, PortfolioEvents)
            .with(
                topology::TENANCY_APPLICATIONS_IDENTITY,
                // The running service finds by itself what to erase.
                IdentityEvents::new(clock, opener, Arc::new(Notify::new())),
            );
        letters.command(arguments).await.map(Some)
    }

    /// A file of evidence is verified by whoever has it, wherever they are.
    fn bare_command(name: &str, arguments: &[String]) -> anyhow::Result<Handled> {
        if name != evidence_file::COMMAND {
            return Ok(Handled::No);
        }
        let said = evidence_file::command(arguments)?;
        std::io::stdout().write_all(said.as_bytes())?;
        Ok(Handled::Yes)
    }
}

/// What opens what others seal to this service.
fn opener(shared: &SharedConfig) -> Result<Opener, ConfigError> {
    let keys = shared.tenancy_sealing_secret_keys()?;
    Ok(Opener::new(keys.first()).with_older(keys.older()))
}

/// The owners of what this service keeps copies of.
fn peers(shared: &SharedConfig) -> Result<Peers, ConfigError> {
    Ok(Peers {
        portfolio: client::channel("LINTEL_PORTFOLIO_URL", &shared.portfolio_url, shared)?,
        identity: client::channel("LINTEL_IDENTITY_URL", &shared.identity_url, shared)?,
        key: shared.service_key()?,
    })
}

/// What asks for mails; for none where the installation sends none.
fn mails(shared: &SharedConfig) -> Result<Mails, ConfigError> {
    let sealer = if shared.sends_mail() {
        Some(Sealer::new(*shared.mail_sealing_public_key()?))
    } else {
        None
    };
    Ok(Mails::new(sealer))
}
