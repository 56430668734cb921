-- An answer stands while its account has the address that it was given for, and goes with the account.
SET LOCAL lock_timeout = '800ms';

-- The view below and the functions run as the owner of the tables.
CREATE POLICY accounts_owner ON accounts FOR SELECT TO CURRENT_USER USING (true);

-- A landlord does not see accounts: whether an answer for one of their tenants stands, and nothing else.
CREATE VIEW standing_confirmations WITH (security_barrier) AS
    SELECT c.organisation_id, c.tenant_id, c.email_key, c.mine
    FROM tenant_confirmations c JOIN accounts a ON a.user_id = c.user_id AND a.role = 'Tenant'
        AND (a.email_key = c.email_key OR c.basis = 'application')
    WHERE c.organisation_id = nullif(current_setting('app.organisation_id', true), '')::bigint;
GRANT SELECT ON standing_confirmations TO lintel_app, lintel_worker;

-- Shown to the trigger below alone: no other answer can be deleted by it.
CREATE POLICY tenant_confirmations_forgotten ON tenant_confirmations FOR DELETE TO CURRENT_USER
    USING (EXISTS (SELECT FROM accounts a WHERE a.user_id = tenant_confirmations.user_id AND a.role IS NULL));

CREATE FUNCTION account_is_deleted() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
    AS $$
BEGIN
    DELETE FROM public.tenant_confirmations WHERE user_id = NEW.user_id;
    RETURN NULL;
END
$$;
REVOKE ALL ON FUNCTION account_is_deleted FROM PUBLIC;
CREATE TRIGGER accounts_deleted AFTER UPDATE OF role ON accounts
    FOR EACH ROW WHEN (NEW.role IS NULL) EXECUTE FUNCTION account_is_deleted();
