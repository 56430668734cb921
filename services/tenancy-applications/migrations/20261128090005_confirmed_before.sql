-- Accounts that used their portal before they could be asked are not asked: what follows is what proves it. There are at most as many
-- as tenants with an account; nothing waits for the new table's rows.
SET LOCAL lock_timeout = '800ms';

CREATE POLICY tenancy_document_deliveries_owner ON tenancy_document_deliveries FOR SELECT TO CURRENT_USER USING (true);

-- Counts: the account made the application that became the tenant, under the address that the tenant still has.
INSERT INTO tenant_confirmations (organisation_id, tenant_id, user_id, email_key, mine, basis, decided_at)
    SELECT t.organisation_id, t.tenant_id, a.user_id, a.email_key, true, 'application', a.created_at
    FROM applications a
    JOIN tenants t ON t.organisation_id = a.organisation_id AND t.tenant_id = a.tenant_id AND lower(t.email) = a.email_key
    WHERE a.user_id IS NOT NULL
    ON CONFLICT DO NOTHING;

-- Counts: an agreement of the tenancy was signed under the tenant's address, which is the account's; the tenant opened a document of the
-- tenancy, which only an account with the address could. A photo does not count, for landlords set photos as well, and neither does a
-- report of a repair, which another service keeps. Whoever did none of these is asked.
INSERT INTO tenant_confirmations (organisation_id, tenant_id, user_id, email_key, mine, basis, decided_at)
    SELECT DISTINCT ON (t.organisation_id, t.tenant_id, c.user_id)
        t.organisation_id, t.tenant_id, c.user_id, c.email_key, true, proof.basis, proof.proved_at
    FROM tenants t
    JOIN accounts c ON c.email_key = lower(t.email) AND c.role = 'Tenant'
    CROSS JOIN LATERAL (
        SELECT 'agreement' AS basis, s.signed_at AS proved_at FROM agreements g
        JOIN agreement_signers s ON s.organisation_id = g.organisation_id AND s.agreement_id = g.agreement_id
        WHERE g.organisation_id = t.organisation_id AND g.tenancy_id = t.tenancy_id AND s.party = 'tenant'
            AND s.email_key = c.email_key AND s.signed_at IS NOT NULL
        UNION ALL
        SELECT 'document', d.opened_at FROM tenancy_document_deliveries d
        WHERE d.organisation_id = t.organisation_id AND d.tenant_id = t.tenant_id AND d.opened_at IS NOT NULL
    ) proof
    ORDER BY t.organisation_id, t.tenant_id, c.user_id, proof.proved_at
    ON CONFLICT DO NOTHING;
