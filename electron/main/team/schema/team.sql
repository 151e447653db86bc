-- The team, its people, the journal, the claims, what is shared, and what a second person approves. Run as the owner, a role that nobody can
-- log in as.
--
-- People read the tables and call the functions; nobody but the owner writes a row, and only through a function. Each function runs as
-- the owner, takes names from pg_catalog alone before anybody's own, and knows the person by session_user, which SET ROLE leaves alone.
-- PL/pgSQL reserves "by" for itself, so that it stands in quotation marks.
-- What a desk reads is checked here: one odd row must not keep every desk from reading (T4).
-- {{owner}}, {{reader}}, {{buyer}}, {{admin}}: this team's roles. Roles belong to a whole cluster, so their names carry the team.

CREATE FUNCTION namedesk.is_charged(kind text) RETURNS boolean LANGUAGE sql IMMUTABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT kind IN ('register', 'renew')
$$;

-- The amount of a price; null where it is not given, or is no plain number.
CREATE FUNCTION namedesk.amount_of(price jsonb) RETURNS numeric LANGUAGE sql IMMUTABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN price ->> 'kind' = 'given' AND price ->> 'amount' ~ '^\d{1,12}(\.\d{1,8})?$' THEN (price ->> 'amount')::numeric END
$$;

-- A name or a host with A-labels, as desks write it.
CREATE FUNCTION namedesk.is_name(a_name text) RETURNS boolean LANGUAGE sql IMMUTABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT length(a_name) <= 253 AND a_name ~ '^[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]{0,61}[a-z0-9_])?)*$'
$$;

CREATE TABLE namedesk.team (
  one            boolean PRIMARY KEY DEFAULT true CHECK (one),
  id             uuid NOT NULL,
  name           text NOT NULL,
  token          text NOT NULL,
  schema_version integer NOT NULL,
  -- The oldest version of the schema that a desk must know to write.
  least_desk     integer NOT NULL,
  lease          interval NOT NULL,
  -- How many charged changes a person may send in 24 hours without a second person, and all people together; no number: no limit.
  alone_per_day  integer CHECK (alone_per_day BETWEEN 0 AND 1000000),
  team_per_day   integer CHECK (team_per_day BETWEEN 0 AND 1000000),
  -- Where the last commit of everybody is known to be: see `epoch_here`.
  epoch          text NOT NULL
);

-- role_id: a role that was dropped and made again under the same name is another person.
CREATE TABLE namedesk.people (
  name       text PRIMARY KEY,
  role_id    oid NOT NULL,
  role       text NOT NULL CHECK (role IN ('reader', 'buyer', 'admin')),
  invited_by text NOT NULL,
  invited_at text NOT NULL,
  excluded_at text
);

-- One row, locked by each entry until its transaction ends: so the numbers of the entries have no gaps, and are in the order in which
-- they became visible.
CREATE TABLE namedesk.head (
  one  boolean PRIMARY KEY DEFAULT true CHECK (one),
  seq  bigint NOT NULL,
  hash bytea NOT NULL
);
INSERT INTO namedesk.head (seq, hash) VALUES (0, '');

CREATE TABLE namedesk.journal (
  seq              bigint PRIMARY KEY,
  at               text NOT NULL,
  by               text NOT NULL,
  desk             uuid,
  change_id        uuid,
  service_base_url text,
  service_username text,
  domain           text,
  kind             text,
  family           text,
  event            text NOT NULL,
  -- Names of fields, prices, hosts and states; never a key, a code or a contact's value.
  body             jsonb NOT NULL CHECK (jsonb_typeof(body) = 'object' AND octet_length(body::text) <= 16384),
  previous         bytea NOT NULL,
  hash             bytea NOT NULL
);
CREATE INDEX journal_by_change ON namedesk.journal (change_id, seq);
CREATE INDEX journal_by_domain ON namedesk.journal (domain, seq);

-- An attempt of a change. Open: held (until its lease ends), sent, uncertain. From sent on no time frees it.
CREATE TABLE namedesk.claims (
  change_id        uuid NOT NULL CHECK (change_id::text ~ '^.{14}[1-8].{4}[89ab]'),
  attempt          integer NOT NULL CHECK (attempt BETWEEN 1 AND 1000000),
  desk             uuid NOT NULL,
  by               text NOT NULL,
  service_base_url text NOT NULL CHECK (octet_length(service_base_url) BETWEEN 1 AND 2048),
  service_username text NOT NULL CHECK (octet_length(service_username) BETWEEN 1 AND 320),
  domain           text NOT NULL CHECK (namedesk.is_name(domain)),
  kind             text NOT NULL CHECK (kind ~ '^[a-z][a-z-]{0,40}$'),
  -- What is charged has a family of its own: no other kind stands in its way, or takes its place.
  family           text NOT NULL CHECK (family ~ '^[a-z][a-z-]{0,40}$' AND (kind = family OR NOT namedesk.is_charged(kind)
                     AND NOT namedesk.is_charged(family))),
  state            text NOT NULL CHECK (state IN ('held', 'sent', 'uncertain', 'settled', 'released')),
  outcome          text CHECK (outcome IN ('took-effect', 'had-no-effect', 'uncertain', 'unsent')),
  since            text NOT NULL,
  until            timestamptz NOT NULL,
  -- Its last entry that says of a new state, by which desks ask for what has changed; of its states, the entry by which it has each.
  seq              bigint,
  sent_seq         bigint,
  settled_seq      bigint,
  -- The change of its name and family that had taken effect last, as whoever agreed to this one knew.
  last_effect      uuid,
  -- The batch that the change is of, and the other person who has approved it.
  batch            uuid,
  approved_by      text,
  -- Of a name that was bought and given back: the entry by which an admin has freed it.
  freed_seq        bigint,
  PRIMARY KEY (change_id, attempt)
);
CREATE UNIQUE INDEX one_open_claim ON namedesk.claims (service_base_url, service_username, domain, family)
  WHERE state IN ('held', 'sent', 'uncertain');
-- A name is at one provider, whatever the address and the user by which a desk reaches it: what is charged is unique by the name alone (T1).
CREATE UNIQUE INDEX one_open_charge ON namedesk.claims (domain, family)
  WHERE state IN ('held', 'sent', 'uncertain') AND namedesk.is_charged(family);
CREATE UNIQUE INDEX changed ON namedesk.claims (seq);
CREATE INDEX effects ON namedesk.claims (domain, family, settled_seq DESC) WHERE outcome = 'took-effect';
CREATE INDEX charged_of_person ON namedesk.claims (by, since) WHERE namedesk.is_charged(kind);
CREATE INDEX charged ON namedesk.claims (since) WHERE namedesk.is_charged(kind);

-- A batch that a person asks another one to approve, and sends then: by a digest of what it sends, without a value of a contact and without
-- a code. A person's: nobody takes the place of another's request.
CREATE TABLE namedesk.approvals (
  batch            uuid NOT NULL,
  by               text NOT NULL,
  desk             uuid NOT NULL,
  digest           text NOT NULL CHECK (digest ~ '^[0-9a-f]{64}$'),
  at               text NOT NULL,
  -- So long it waits for a decision; and so long a decision holds.
  until            timestamptz NOT NULL,
  service_base_url text NOT NULL CHECK (octet_length(service_base_url) BETWEEN 1 AND 2048),
  service_username text NOT NULL CHECK (octet_length(service_username) BETWEEN 1 AND 320),
  kind             text NOT NULL CHECK (kind ~ '^[a-z][a-z-]{0,40}$'),
  -- What is done to each domain, without its price.
  aim              jsonb NOT NULL CHECK (jsonb_typeof(aim) = 'object' AND octet_length(aim::text) <= 65536 AND NOT aim @? '$.**{8}'),
  -- Each domain with its price; null where that is not known.
  names            jsonb NOT NULL,
  size             integer NOT NULL CHECK (size BETWEEN 1 AND 20000),
  unpriced         integer NOT NULL,
  -- By currency; empty where the service names none, and `currency` is what the preparer says.
  sums             jsonb NOT NULL,
  currency         text CHECK (length(currency) <= 16),
  reason           text NOT NULL CHECK (octet_length(reason) BETWEEN 1 AND 600 AND length(reason) <= 300),
  state            text NOT NULL CHECK (state IN ('waiting', 'approved', 'refused', 'withdrawn')),
  decided_by       text,
  decided_reason   text,
  PRIMARY KEY (batch, by)
);

-- What a team shares of the portfolio, as facts: the value of one field of one thing, when it was observed or edited, and by whom it was
-- published. The later one stands. Of edits, the other one is kept in the history; an observation that is older tells nothing.
--
-- Locked by each publication until its transaction ends, so that whoever asks for `seq > n` misses nothing. Not the head of the journal:
-- publishing keeps no claim waiting.
CREATE TABLE namedesk.shared_head (
  one boolean PRIMARY KEY DEFAULT true CHECK (one),
  seq bigint NOT NULL
);
INSERT INTO namedesk.shared_head (seq) VALUES (0);

-- Together, the parts of the key stay below what an index takes. A value that is null is a removal.
CREATE TABLE namedesk.shared (
  topic            text NOT NULL CHECK (topic ~ '^[a-z]{1,20}$'),
  -- Both empty where it belongs to no service.
  service_base_url text NOT NULL CHECK (octet_length(service_base_url) <= 1000),
  service_username text NOT NULL CHECK (octet_length(service_username) <= 320),
  key              text NOT NULL CHECK (octet_length(key) BETWEEN 1 AND 700),
  field            text NOT NULL CHECK (octet_length(field) BETWEEN 1 AND 200),
  -- No desk writes a value with more than a few levels.
  value            jsonb CHECK (octet_length(value::text) <= 65536 AND NOT value @? '$.**{8}'),
  at               timestamptz NOT NULL CHECK (at >= '1970-01-01 00:00:00+00'),
  by               text NOT NULL,
  -- Of the publication that the fact is from: one that is replaced moves to the end.
  seq              bigint NOT NULL UNIQUE,
  PRIMARY KEY (topic, service_base_url, service_username, key, field)
);

-- Edits that another one has replaced, or that came too late.
CREATE TABLE namedesk.shared_history (
  LIKE namedesk.shared INCLUDING CONSTRAINTS,
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY
);
CREATE INDEX shared_history_of ON namedesk.shared_history (topic, key, field);

-- The journal takes entries and nothing else, whoever asks.
CREATE FUNCTION namedesk.refuse_rewriting() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'the journal is append-only' USING ERRCODE = 'insufficient_privilege';
END $$;
CREATE TRIGGER append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON namedesk.journal
  FOR EACH STATEMENT EXECUTE FUNCTION namedesk.refuse_rewriting();

CREATE FUNCTION namedesk.iso(moment timestamptz) RETURNS text LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT to_char(moment AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')
$$;

-- With its length before it, no text can pass for two; nothing is a hyphen.
CREATE FUNCTION namedesk.measured(part text) RETURNS text LANGUAGE sql IMMUTABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(octet_length(part)::text || ':' || part, '-')
$$;

-- SHA-256 over the hash before it and every column of the entry. `hashOfEntry` (catch-up.ts) computes the same.
CREATE FUNCTION namedesk.hash_of(j namedesk.journal) RETURNS bytea LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT sha256(j.previous || convert_to(string_agg(namedesk.measured(part), '' ORDER BY place), 'UTF8'))
  FROM unnest(ARRAY[j.seq::text, j.at, j."by", j.desk::text, j.change_id::text, j.service_base_url, j.service_username, j.domain, j.kind,
    j.family, j.event, j.body::text]) WITH ORDINALITY AS parts (part, place)
$$;

-- Writes an entry, and rings. Called last in each function: the head is locked from here to the end of the transaction.
CREATE FUNCTION namedesk.append(event text, body jsonb, desk uuid, claim namedesk.claims) RETURNS bigint LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  j namedesk.journal;
BEGIN
  UPDATE namedesk.head SET seq = head.seq + 1 RETURNING head.seq, head.hash INTO j.seq, j.previous;
  j.at := namedesk.iso(clock_timestamp());
  j."by" := session_user;
  j.desk := desk;
  j.change_id := claim.change_id;
  j.service_base_url := claim.service_base_url;
  j.service_username := claim.service_username;
  j.domain := claim.domain;
  j.kind := claim.kind;
  j.family := claim.family;
  j.event := event;
  j.body := coalesce(body, '{}');
  j.hash := namedesk.hash_of(j);
  INSERT INTO namedesk.journal SELECT j.*;
  UPDATE namedesk.head SET hash = j.hash;
  PERFORM pg_notify('namedesk', j.seq::text);
  RETURN j.seq;
END $$;

-- The role of a person in the team; none where there is no such person.
CREATE FUNCTION namedesk.role_of(person name) RETURNS text LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE
    WHEN pg_has_role(r.oid, '{{admin}}'::name, 'MEMBER') THEN 'admin'
    WHEN pg_has_role(r.oid, '{{buyer}}'::name, 'MEMBER') THEN 'buyer'
    WHEN pg_has_role(r.oid, '{{reader}}'::name, 'MEMBER') THEN 'reader'
  END FROM pg_roles r WHERE r.rolname = person
$$;

CREATE FUNCTION namedesk.my_role() RETURNS text LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT namedesk.role_of(session_user)
$$;

-- The cluster, its timeline and the table that entries lock: another one after a failover, a recovery to a point in time and a dump that
-- was put back, each of which may have lost commits (T9). A copy of the whole disk has the same.
CREATE FUNCTION namedesk.epoch_here() RETURNS text LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT system_identifier || '/' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) || '/' || 'namedesk.head'::regclass::oid
  FROM pg_control_system()
$$;

-- Whether what was sent last may be missing here.
CREATE FUNCTION namedesk.is_elsewhere() RETURNS boolean LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT epoch <> namedesk.epoch_here() FROM namedesk.team
$$;

-- Why nothing may be sent: the person's role, a desk that is too old, a journal that is not the one the desk has seen.
CREATE FUNCTION namedesk.refusal(p jsonb) RETURNS jsonb LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  known text := current_setting('namedesk.schema', true);
  t namedesk.team;
BEGIN
  IF coalesce(namedesk.my_role(), 'reader') = 'reader' THEN RETURN jsonb_build_object('kind', 'forbidden'); END IF;
  SELECT * INTO t FROM namedesk.team;
  IF known IS NULL OR known !~ '^\d{1,6}$' OR known::integer < t.least_desk THEN
    RETURN jsonb_build_object('kind', 'too-old', 'schema', t.schema_version);
  END IF;
  IF (p -> 'seen' ->> 'seq')::bigint > 0 AND NOT EXISTS (
    SELECT FROM namedesk.journal WHERE seq = (p -> 'seen' ->> 'seq')::bigint AND encode(hash, 'hex') = p -> 'seen' ->> 'hash'
  ) OR (p -> 'seen' -> 'own' ->> 'seq')::bigint > 0 AND NOT EXISTS (
    SELECT FROM namedesk.journal
    WHERE seq = (p -> 'seen' -> 'own' ->> 'seq')::bigint AND change_id = (p -> 'seen' -> 'own' ->> 'changeId')::uuid
  ) THEN
    RETURN jsonb_build_object('kind', 'rewritten', 'seq', (SELECT seq FROM namedesk.head));
  END IF;
  RETURN NULL;
END $$;

CREATE FUNCTION namedesk.claim_in(p jsonb) RETURNS namedesk.claims LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  c namedesk.claims;
BEGIN
  c.change_id := p ->> 'changeId';
  c.attempt := p ->> 'attempt';
  c.desk := p ->> 'desk';
  c."by" := session_user;
  c.service_base_url := p -> 'service' ->> 'baseUrl';
  c.service_username := p -> 'service' ->> 'username';
  c.domain := p ->> 'domain';
  c.kind := p ->> 'kind';
  c.family := p ->> 'family';
  c.state := 'held';
  c.since := namedesk.iso(clock_timestamp());
  c.until := clock_timestamp() + (SELECT lease FROM namedesk.team);
  c.last_effect := p ->> 'lastEffect';
  c.batch := p -> 'entry' -> 'batch' ->> 'id';
  RETURN c;
END $$;

CREATE FUNCTION namedesk.claim_out(c namedesk.claims) RETURNS jsonb LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object('changeId', c.change_id, 'attempt', c.attempt, 'by', c."by", 'desk', c.desk, 'kindOfChange', c.kind,
    'domain', c.domain, 'state', c.state, 'since', c.since)
$$;

-- The change of the family that took effect last; of what is charged, whatever the address and the user (T1).
CREATE FUNCTION namedesk.last_effect(base_url text, username text, a_domain text, a_family text) RETURNS jsonb LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object('changeId', c.change_id, 'by', c."by", 'at', j.at, 'kindOfChange', c.kind)
  FROM namedesk.claims c JOIN namedesk.journal j ON j.seq = c.settled_seq
  WHERE c.outcome = 'took-effect' AND c.domain = a_domain AND c.family = a_family
    AND (namedesk.is_charged(a_family) OR (c.service_base_url = base_url AND c.service_username = username))
  ORDER BY c.settled_seq DESC LIMIT 1
$$;

-- The registration by which the team has the name.
CREATE FUNCTION namedesk.bought(a_domain text) RETURNS SETOF namedesk.claims LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT * FROM namedesk.claims c
  WHERE c.outcome = 'took-effect' AND c.freed_seq IS NULL AND c.domain = a_domain AND c.family = 'register'
    AND c.since > namedesk.iso(statement_timestamp() - interval '1 year')
  ORDER BY c.settled_seq DESC LIMIT 1
$$;

-- What stands in the way: an open claim; of a registration also one that took effect within a year, as `bought`: whatever a lookup says
-- now, nobody buys a name a second time. That one first: a lease that has ended does not hide it.
CREATE FUNCTION namedesk.open_claim(base_url text, username text, a_domain text, a_family text)
RETURNS SETOF namedesk.claims LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT c.* FROM namedesk.claims c
  WHERE c.state IN ('held', 'sent', 'uncertain') AND c.domain = a_domain AND c.family = a_family
    AND (namedesk.is_charged(a_family) OR (c.service_base_url = base_url AND c.service_username = username))
  UNION ALL
  SELECT (jsonb_populate_record(c, '{"state": "bought"}')).* FROM namedesk.bought(a_domain) c WHERE a_family = 'register'
  ORDER BY state LIMIT 1
$$;

-- The charged changes of 24 hours that have cost something, may have, or are about to: of one person without a second one, or of
-- everybody; up to a number. `mine` is left out.
CREATE FUNCTION namedesk.charged(person text, mine namedesk.claims, most integer) RETURNS bigint LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT count(*) FROM (
    SELECT FROM namedesk.claims c
    WHERE namedesk.is_charged(c.kind) AND c.since > namedesk.iso(statement_timestamp() - interval '24 hours')
      AND (person IS NULL OR (c."by" = person AND c.approved_by IS NULL))
      AND (c.change_id IS DISTINCT FROM mine.change_id OR c.attempt IS DISTINCT FROM mine.attempt)
      AND (c.outcome IS NULL OR c.outcome IN ('took-effect', 'uncertain'))
      AND (c.outcome IS NOT NULL OR c.sent_seq IS NOT NULL OR (c.state = 'held' AND c.until > clock_timestamp()))
    LIMIT most) counted
$$;

-- An entry about a request, and a doorbell: what it is for, in place of its domains a digest of what is sent.
CREATE FUNCTION namedesk.append_approval(a namedesk.approvals, desk uuid, reason text) RETURNS bigint LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  c namedesk.claims;
BEGIN
  c.service_base_url := a.service_base_url;
  c.service_username := a.service_username;
  c.kind := a.kind;
  c.family := a.kind;
  RETURN namedesk.append('approval-' || a.state, jsonb_build_object('batch', a.batch, 'of', a."by", 'digest', a.digest, 'domains', a.size,
    'sums', a.sums, 'until', namedesk.iso(a.until), 'reason', reason), desk, c);
END $$;

-- Whether an approval lets a change be sent: another person's who may send still, not over, of this batch at this desk as it was shown,
-- for this name, at no higher price, and of what is charged each name once.
CREATE FUNCTION namedesk.covers(a namedesk.approvals, c namedesk.claims, entry jsonb) RETURNS boolean LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(a.state = 'approved' AND a.until > clock_timestamp() AND a.decided_by <> a."by"
    AND namedesk.role_of(a.decided_by) IN ('buyer', 'admin')
    AND a.desk = c.desk AND a.digest = entry -> 'batch' ->> 'digest'
    AND (a.service_base_url, a.service_username) = (c.service_base_url, c.service_username)
    -- Around its contacts, a domain may be unlocked and locked again.
    AND (a.kind = c.kind OR (a.kind = 'contacts' AND c.kind = 'lock'))
    AND a.names ? c.domain
    AND (NOT namedesk.is_charged(c.kind) OR (
      a.aim -> 'periodYears' IS NOT DISTINCT FROM entry -> 'what' -> 'periodYears'
      AND CASE WHEN namedesk.amount_of(a.names -> c.domain) IS NULL THEN namedesk.amount_of(entry -> 'what' -> 'price') IS NULL
        ELSE namedesk.amount_of(entry -> 'what' -> 'price') <= namedesk.amount_of(a.names -> c.domain)
          AND entry -> 'what' -> 'price' ->> 'currency' IS NOT DISTINCT FROM a.names -> c.domain ->> 'currency' END
      AND NOT EXISTS (SELECT FROM namedesk.claims o WHERE o.domain = c.domain AND o.family = c.family AND o.outcome = 'took-effect'
        AND o.batch = c.batch AND o."by" = c."by"))), false)
$$;

-- Why a change that is claimed may not be sent; nothing where it may. Charged changes are counted one after the other, under the lock
-- of the team's row, so that two of them do not both take the last place. Locks are taken in the order claim, team, approval, head.
CREATE FUNCTION namedesk.withheld(p jsonb, c namedesk.claims) RETURNS jsonb LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  t namedesk.team;
  a namedesk.approvals;
BEGIN
  SELECT * INTO t FROM namedesk.team;
  IF namedesk.is_charged(c.kind) AND coalesce(t.alone_per_day, t.team_per_day) IS NOT NULL THEN
    SELECT * INTO t FROM namedesk.team FOR UPDATE;
    IF namedesk.charged(NULL, c, t.team_per_day) >= t.team_per_day THEN
      RETURN jsonb_build_object('kind', 'over-limit', 'limit', t.team_per_day);
    END IF;
  END IF;
  SELECT * INTO a FROM namedesk.approvals WHERE batch = c.batch AND by = session_user AND state <> 'withdrawn' FOR SHARE;
  IF FOUND THEN
    -- A batch that was to be approved is sent in no other way, below the limit as well.
    IF NOT namedesk.covers(a, c, p -> 'entry') THEN RETURN jsonb_build_object('kind', 'not-approved'); END IF;
    UPDATE namedesk.claims SET approved_by = a.decided_by WHERE change_id = c.change_id AND attempt = c.attempt;
  ELSIF t.alone_per_day IS NOT NULL AND namedesk.is_charged(c.kind) THEN
    IF namedesk.charged(session_user, c, t.alone_per_day) >= t.alone_per_day THEN
      RETURN jsonb_build_object('kind', 'needs-second', 'limit', t.alone_per_day);
    END IF;
  END IF;
  RETURN NULL;
END $$;

-- Limits and approvals are asked for last.
CREATE FUNCTION namedesk.claim(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  wanted namedesk.claims;
  found_one namedesk.claims;
  ended namedesk.claims[] := '{}';
  latest jsonb;
  answer jsonb := namedesk.refusal(p);
BEGIN
  IF answer IS NOT NULL THEN RETURN answer; END IF;
  IF namedesk.is_elsewhere() THEN RETURN jsonb_build_object('kind', 'elsewhere'); END IF;
  wanted := namedesk.claim_in(p);
  WHILE answer IS NULL LOOP
    SELECT * INTO found_one FROM namedesk.claims WHERE change_id = wanted.change_id AND attempt = wanted.attempt
      AND (by, desk) = (wanted."by", wanted.desk) FOR UPDATE;
    IF FOUND THEN
      -- Asked again, as where an answer was lost. A lease that has ended is not given anew: a desk asks by another attempt then.
      IF found_one.state = 'held' AND found_one.until > clock_timestamp() AND (found_one."by", found_one.desk, found_one.domain,
        found_one.family) = (wanted."by", wanted.desk, wanted.domain, wanted.family) THEN
        RETURN jsonb_build_object('kind', 'held');
      END IF;
      RETURN namedesk.claim_out(found_one) || jsonb_build_object('kind', 'taken');
    END IF;
    -- A change is of one desk: nobody else's attempt stands before its own. A workspace that has left and joined is another desk.
    SELECT * INTO found_one FROM namedesk.claims WHERE change_id = wanted.change_id AND (by <> wanted."by"
      OR (desk <> wanted.desk AND (attempt = wanted.attempt OR state IN ('held', 'sent', 'uncertain')))) ORDER BY attempt LIMIT 1;
    IF FOUND THEN RETURN namedesk.claim_out(found_one) || jsonb_build_object('kind', 'taken'); END IF;
    SELECT * INTO found_one FROM namedesk.open_claim(wanted.service_base_url, wanted.service_username, wanted.domain, wanted.family);
    IF FOUND THEN
      -- Nothing was sent under a lease that has ended. Locked by the update, and asked again: it may have been marked meanwhile.
      UPDATE namedesk.claims SET state = 'released'
        WHERE change_id = found_one.change_id AND attempt = found_one.attempt AND state = 'held' AND until <= clock_timestamp();
      IF FOUND THEN
        ended := ended || found_one;
      ELSE
        SELECT * INTO found_one FROM namedesk.open_claim(wanted.service_base_url, wanted.service_username, wanted.domain, wanted.family);
        IF FOUND AND (found_one.state <> 'held' OR found_one.until > clock_timestamp()) THEN
          answer := namedesk.claim_out(found_one) || jsonb_build_object('kind', 'taken');
        END IF;
      END IF;
      CONTINUE;
    END IF;
    INSERT INTO namedesk.claims SELECT wanted.* ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN CONTINUE; END IF;
    -- Read once the name is ours: whatever took effect before was settled before.
    latest := namedesk.last_effect(wanted.service_base_url, wanted.service_username, wanted.domain, wanted.family);
    IF latest ->> 'changeId' IS DISTINCT FROM p ->> 'lastEffect' THEN
      answer := jsonb_build_object('kind', 'changed', 'last', latest);
    ELSE
      answer := namedesk.withheld(p, wanted);
    END IF;
    IF answer IS NULL THEN
      answer := jsonb_build_object('kind', 'held');
    ELSE
      DELETE FROM namedesk.claims WHERE change_id = wanted.change_id AND attempt = wanted.attempt;
    END IF;
  END LOOP;
  FOREACH found_one IN ARRAY ended LOOP
    UPDATE namedesk.claims SET seq = namedesk.append('lease-ended', '{}', wanted.desk, found_one)
      WHERE change_id = found_one.change_id AND attempt = found_one.attempt;
  END LOOP;
  IF answer ->> 'kind' = 'held' THEN
    SELECT approved_by INTO wanted.approved_by FROM namedesk.claims WHERE change_id = wanted.change_id AND attempt = wanted.attempt;
    UPDATE namedesk.claims SET seq = namedesk.append('held',
        (p -> 'entry') || jsonb_strip_nulls(jsonb_build_object('approvedBy', wanted.approved_by)), wanted.desk, wanted)
      WHERE change_id = wanted.change_id AND attempt = wanted.attempt;
  END IF;
  RETURN answer;
END $$;

-- A mark is given once: of two copies of a workspace, one sends. Nor is it given where something has taken
-- effect since the claim, as a change that an admin had released, or that a database which was put back did not know: it is reviewed anew.
CREATE FUNCTION namedesk.mark_sent(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  c namedesk.claims;
  number bigint;
BEGIN
  SELECT * INTO c FROM namedesk.claims
    WHERE change_id = (p ->> 'changeId')::uuid AND attempt = (p ->> 'attempt')::integer AND desk = (p ->> 'desk')::uuid
      AND by = session_user
    FOR UPDATE;
  IF c.state IS DISTINCT FROM 'held' OR c.until <= clock_timestamp() OR namedesk.refusal(p) IS NOT NULL OR namedesk.is_elsewhere() THEN
    RETURN jsonb_build_object('kind', 'lost');
  END IF;
  -- Under the lock of the head: no outcome is on its way.
  PERFORM FROM namedesk.head FOR UPDATE;
  IF EXISTS (SELECT FROM namedesk.claims o
    WHERE o.outcome = 'took-effect' AND o.domain = c.domain AND o.family = c.family
      AND (namedesk.is_charged(c.family) OR (o.service_base_url, o.service_username) = (c.service_base_url, c.service_username))
      AND o.settled_seq > (SELECT max(seq) FROM namedesk.journal WHERE change_id = c.change_id AND event = 'held')) THEN
    RETURN jsonb_build_object('kind', 'lost');
  END IF;
  number := namedesk.append('sent', p -> 'entry', c.desk, c);
  UPDATE namedesk.claims SET state = 'sent', sent_seq = number, seq = number WHERE change_id = c.change_id AND attempt = c.attempt;
  RETURN jsonb_build_object('kind', 'sent', 'seq', number);
END $$;

-- What came of it. The last word counts, but that a change which is settled, or which an admin has released with a finding, is not made
-- uncertain again. An effect is always recorded, even of a claim that is no longer open: it happened. Another's claim is not locked,
-- and is no reason to keep this desk's others back.
CREATE FUNCTION namedesk.settle(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  c namedesk.claims;
  result text := p ->> 'outcome';
  number bigint;
BEGIN
  IF result IS NULL OR result NOT IN ('took-effect', 'had-no-effect', 'uncertain', 'unsent') THEN
    RAISE EXCEPTION 'no such outcome' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  SELECT * INTO c FROM namedesk.claims
    WHERE change_id = (p ->> 'changeId')::uuid AND attempt = (p ->> 'attempt')::integer AND by = session_user
      AND desk = (p ->> 'desk')::uuid
    FOR UPDATE;
  IF NOT FOUND THEN
    IF EXISTS (SELECT FROM namedesk.claims WHERE change_id = (p ->> 'changeId')::uuid AND (by <> session_user
        OR (attempt = (p ->> 'attempt')::integer AND desk <> (p ->> 'desk')::uuid))) THEN
      RETURN jsonb_build_object('kind', 'not-yours');
    END IF;
    IF p -> 'service' IS NULL OR coalesce(namedesk.my_role(), 'reader') = 'reader' THEN RETURN jsonb_build_object('kind', 'unknown'); END IF;
    -- The database was put back to an older state, and does not know what this desk has sent since.
    c := namedesk.claim_in(p);
    c.state := 'released';
    INSERT INTO namedesk.claims SELECT c.* ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN RETURN namedesk.settle(p); END IF;
  END IF;
  IF c.outcome = result OR (result = 'uncertain' AND (c.state = 'settled' OR (c.state = 'released' AND c.outcome IS NOT NULL))) THEN
    RETURN jsonb_build_object('kind', 'settled', 'seq', c.settled_seq);
  END IF;
  BEGIN
    UPDATE namedesk.claims SET outcome = result, state = CASE
        WHEN result = 'uncertain' THEN 'uncertain'
        WHEN c.state = 'released' AND result <> 'took-effect' THEN 'released'
        ELSE 'settled'
      END
      WHERE change_id = c.change_id AND attempt = c.attempt;
  EXCEPTION WHEN unique_violation THEN
    -- Uncertain, and somebody else has the name by now: it is written down, and frees nothing.
    UPDATE namedesk.claims SET outcome = result WHERE change_id = c.change_id AND attempt = c.attempt;
  END;
  number := namedesk.append('settled', coalesce(p -> 'entry', '{}') || jsonb_build_object('outcome', result), c.desk, c);
  UPDATE namedesk.claims SET settled_seq = number, seq = number WHERE change_id = c.change_id AND attempt = c.attempt;
  RETURN jsonb_build_object('kind', 'settled', 'seq', number);
END $$;

-- What a person found at the service about a change that was sent. An admin's release refers to it.
CREATE FUNCTION namedesk.read_back(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  c namedesk.claims;
  finding text := p ->> 'finding';
BEGIN
  IF finding IS NULL OR finding NOT IN ('took-effect', 'had-no-effect', 'cannot-tell') THEN
    RAISE EXCEPTION 'no such finding' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  SELECT * INTO c FROM namedesk.claims
    WHERE change_id = (p ->> 'changeId')::uuid AND attempt = (p ->> 'attempt')::integer AND state IN ('sent', 'uncertain');
  IF NOT FOUND THEN RETURN jsonb_build_object('kind', 'refused', 'why', 'not-open'); END IF;
  RETURN jsonb_build_object('kind', 'noted', 'seq', namedesk.append('read-back',
    coalesce(p -> 'entry', '{}') || jsonb_build_object('finding', finding), (p ->> 'desk')::uuid, c));
END $$;

-- Frees a claim: a held one its own desk, any other one an admin who has looked at the service. Also one whose mark the database has lost.
CREATE FUNCTION namedesk.release(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  c namedesk.claims;
  finding text;
  number bigint;
BEGIN
  -- Locked only for whoever may release it (T3); the others are told why not.
  SELECT * INTO c FROM namedesk.claims
    WHERE change_id = (p ->> 'changeId')::uuid AND attempt = (p ->> 'attempt')::integer AND state IN ('held', 'sent', 'uncertain');
  IF c."by" = session_user OR namedesk.my_role() = 'admin' THEN
    SELECT * INTO c FROM namedesk.claims
      WHERE change_id = c.change_id AND attempt = c.attempt AND state IN ('held', 'sent', 'uncertain') FOR UPDATE;
  END IF;
  IF c.change_id IS NULL THEN RETURN jsonb_build_object('kind', 'refused', 'why', 'not-open'); END IF;
  IF c.state = 'held' THEN
    IF c."by" <> session_user THEN RETURN jsonb_build_object('kind', 'refused', 'why', 'not-yours'); END IF;
  ELSE
    IF namedesk.my_role() IS DISTINCT FROM 'admin' THEN RETURN jsonb_build_object('kind', 'refused', 'why', 'not-admin'); END IF;
    IF coalesce(trim(p ->> 'reason'), '') = '' THEN RETURN jsonb_build_object('kind', 'refused', 'why', 'no-reason'); END IF;
    SELECT j.body ->> 'finding' INTO finding FROM namedesk.journal j
      WHERE j.seq = (p ->> 'readBack')::bigint AND j.change_id = c.change_id AND j.event = 'read-back' AND j.seq > coalesce(c.sent_seq, 0);
    IF finding IS NULL THEN RETURN jsonb_build_object('kind', 'refused', 'why', 'no-read-back'); END IF;
  END IF;
  number := namedesk.append('released',
    coalesce(p -> 'entry', '{}') || jsonb_build_object('reason', left(p ->> 'reason', 1000), 'readBack', p -> 'readBack'), c.desk, c);
  UPDATE namedesk.claims SET state = 'released', settled_seq = number, seq = number,
    outcome = CASE WHEN c.state = 'held' THEN 'unsent' ELSE nullif(finding, 'cannot-tell') END
    WHERE change_id = c.change_id AND attempt = c.attempt;
  RETURN jsonb_build_object('kind', 'released', 'seq', number);
END $$;

-- A name that the team has registered and has no more, as where it was given back: an admin says what the service shows, and why it may
-- be bought again.
CREATE FUNCTION namedesk.free_name(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  c namedesk.claims;
  number bigint;
BEGIN
  SELECT b.* INTO c FROM namedesk.bought(p ->> 'domain') b;
  SELECT * INTO c FROM namedesk.claims o WHERE (o.change_id, o.attempt) = (c.change_id, c.attempt) AND o.freed_seq IS NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN jsonb_build_object('kind', 'refused', 'why', 'not-open'); END IF;
  IF namedesk.my_role() IS DISTINCT FROM 'admin' THEN RETURN jsonb_build_object('kind', 'refused', 'why', 'not-admin'); END IF;
  IF coalesce(trim(p ->> 'reason'), '') = '' THEN RETURN jsonb_build_object('kind', 'refused', 'why', 'no-reason'); END IF;
  IF p ->> 'finding' IS DISTINCT FROM 'had-no-effect' THEN RETURN jsonb_build_object('kind', 'refused', 'why', 'no-read-back'); END IF;
  -- It was bought and paid for all the same: its outcome stays.
  number := namedesk.append('freed', jsonb_build_object('reason', left(p ->> 'reason', 1000), 'finding', p -> 'finding'), c.desk, c);
  UPDATE namedesk.claims SET freed_seq = number, seq = number WHERE change_id = c.change_id AND attempt = c.attempt;
  RETURN jsonb_build_object('kind', 'released', 'by', c."by", 'seq', number);
END $$;

CREATE FUNCTION namedesk.last(p jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  c namedesk.claims;
BEGIN
  SELECT * INTO c FROM namedesk.open_claim(p -> 'service' ->> 'baseUrl', p -> 'service' ->> 'username', p ->> 'domain', p ->> 'family') o
    WHERE o.state <> 'held' OR o.until > clock_timestamp();
  RETURN jsonb_build_object(
    'last', namedesk.last_effect(p -> 'service' ->> 'baseUrl', p -> 'service' ->> 'username', p ->> 'domain', p ->> 'family'),
    'open', CASE WHEN c.change_id IS NULL THEN NULL ELSE namedesk.claim_out(c) END);
END $$;

CREATE FUNCTION namedesk.status(p jsonb) RETURNS jsonb LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  c namedesk.claims;
BEGIN
  SELECT * INTO c FROM namedesk.claims
    WHERE change_id = (p ->> 'changeId')::uuid AND attempt = coalesce((p ->> 'attempt')::integer, attempt)
    ORDER BY attempt DESC LIMIT 1;
  IF NOT FOUND THEN RETURN jsonb_build_object('state', NULL); END IF;
  RETURN namedesk.claim_out(c) || jsonb_build_object('outcome', c.outcome);
END $$;

CREATE FUNCTION namedesk.about() RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object('team', t.id, 'name', t.name, 'schema', t.schema_version, 'leastDesk', t.least_desk,
    'by', session_user, 'role', namedesk.my_role(), 'seq', h.seq, 'isElsewhere', namedesk.is_elsewhere())
  FROM namedesk.team t, namedesk.head h
$$;

-- Asks for an approval of a batch, in place of what was asked of it before.
CREATE FUNCTION namedesk.ask_approval(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  a namedesk.approvals;
  answer jsonb := namedesk.refusal(p);
BEGIN
  IF answer IS NOT NULL THEN RETURN answer; END IF;
  a.batch := p ->> 'batch';
  a."by" := session_user;
  a.desk := p ->> 'desk';
  a.digest := p ->> 'digest';
  a.at := namedesk.iso(clock_timestamp());
  a.until := clock_timestamp() + interval '7 days';
  a.service_base_url := p -> 'service' ->> 'baseUrl';
  a.service_username := p -> 'service' ->> 'username';
  a.kind := p ->> 'kind';
  a.aim := p -> 'aim';
  a.currency := p ->> 'currency';
  a.reason := trim(p ->> 'reason');
  a.state := 'waiting';
  IF coalesce(a.reason, '') = '' THEN RETURN jsonb_build_object('kind', 'refused', 'why', 'no-reason'); END IF;
  IF EXISTS (SELECT FROM jsonb_array_elements(p -> 'names') n WHERE namedesk.is_name(n ->> 'domain') IS NOT TRUE) THEN
    RAISE EXCEPTION 'no such domain' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  SELECT jsonb_object_agg(n ->> 'domain', CASE WHEN namedesk.amount_of(n -> 'price') IS NOT NULL THEN jsonb_build_object('kind', 'given',
    'amount', n -> 'price' ->> 'amount', 'currency', left(n -> 'price' ->> 'currency', 16)) END)
    INTO a.names FROM jsonb_array_elements(p -> 'names') n;
  SELECT count(*), count(*) FILTER (WHERE namedesk.amount_of(n.price) IS NULL) INTO a.size, a.unpriced FROM jsonb_each(a.names) n (name, price);
  SELECT coalesce(jsonb_object_agg(currency, total), '{}') INTO a.sums FROM (
    SELECT coalesce(n.price ->> 'currency', '') AS currency, sum(namedesk.amount_of(n.price))::text AS total
    FROM jsonb_each(a.names) n (name, price) WHERE namedesk.amount_of(n.price) IS NOT NULL GROUP BY 1) s;
  DELETE FROM namedesk.approvals WHERE batch = a.batch AND by = session_user;
  INSERT INTO namedesk.approvals SELECT a.*;
  PERFORM namedesk.append_approval(a, a.desk, a.reason);
  RETURN jsonb_build_object('kind', 'asked');
END $$;

-- Whoever has asked withdraws it; anybody else who may send approves it, or refuses it with a reason, also what was approved: nothing more
-- is sent under it then. Decided is what was shown: a request that has taken its place since is another one. An approval holds for a day.
CREATE FUNCTION namedesk.decide(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  a namedesk.approvals;
  verdict text := p ->> 'verdict';
  why text := left(trim(coalesce(p ->> 'reason', '')), 300);
  is_own boolean := p ->> 'by' = session_user;
  answer jsonb := CASE WHEN is_own THEN NULL ELSE namedesk.refusal(p) END;
BEGIN
  -- Before anything of somebody else's is locked (T3).
  IF answer IS NOT NULL THEN RETURN answer; END IF;
  IF verdict IS NULL OR verdict NOT IN ('approved', 'refused', 'withdrawn') THEN
    RAISE EXCEPTION 'no such verdict' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  IF is_own AND verdict <> 'withdrawn' THEN RETURN jsonb_build_object('kind', 'refused', 'why', 'own-request'); END IF;
  IF verdict = 'refused' AND why = '' THEN RETURN jsonb_build_object('kind', 'refused', 'why', 'no-reason'); END IF;
  SELECT * INTO a FROM namedesk.approvals
    WHERE batch = (p ->> 'batch')::uuid AND by = p ->> 'by' AND at = p ->> 'at' AND digest = p ->> 'digest' FOR UPDATE;
  IF NOT FOUND OR a.state = 'withdrawn' OR (verdict = 'withdrawn' AND NOT is_own)
    OR (verdict <> 'withdrawn' AND (a.until <= clock_timestamp() OR a.state = 'refused' OR a.state = verdict)) THEN
    RETURN jsonb_build_object('kind', 'refused', 'why', 'no-request');
  END IF;
  a.state := verdict;
  a.decided_by := session_user;
  a.decided_reason := why;
  a.until := clock_timestamp() + CASE verdict WHEN 'approved' THEN interval '24 hours' ELSE interval '7 days' END;
  UPDATE namedesk.approvals SET (state, decided_by, decided_reason, until) = (a.state, a.decided_by, a.decided_reason, a.until)
    WHERE batch = a.batch AND by = a."by";
  PERFORM namedesk.append_approval(a, (p ->> 'desk')::uuid, why);
  RETURN jsonb_build_object('kind', 'decided');
END $$;

-- After a failover, or where the database was put back: an admin says that every desk has told again what it has sent.
CREATE FUNCTION namedesk.accept_server(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  t namedesk.team;
BEGIN
  IF namedesk.my_role() IS DISTINCT FROM 'admin' THEN RETURN jsonb_build_object('kind', 'forbidden'); END IF;
  SELECT * INTO t FROM namedesk.team FOR UPDATE;
  UPDATE namedesk.team SET epoch = namedesk.epoch_here();
  RETURN jsonb_build_object('kind', 'accepted', 'seq', namedesk.append('server-accepted',
    jsonb_build_object('before', t.epoch, 'now', namedesk.epoch_here()), (p ->> 'desk')::uuid, NULL));
END $$;

CREATE FUNCTION namedesk.set_limits(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  t namedesk.team;
BEGIN
  IF namedesk.my_role() IS DISTINCT FROM 'admin' THEN RETURN jsonb_build_object('kind', 'forbidden'); END IF;
  UPDATE namedesk.team SET alone_per_day = (p ->> 'alonePerDay')::integer, team_per_day = (p ->> 'teamPerDay')::integer
    RETURNING * INTO t;
  PERFORM namedesk.append('limits', jsonb_build_object('alonePerDay', t.alone_per_day, 'teamPerDay', t.team_per_day),
    (p ->> 'desk')::uuid, NULL);
  RETURN jsonb_build_object('kind', 'set');
END $$;

-- The limits with what is used up of them, and the requests: those that wait or are approved, and one's own that were refused.
CREATE FUNCTION namedesk.work() RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object(
    'alonePerDay', t.alone_per_day, 'teamPerDay', t.team_per_day,
    'alone', namedesk.charged(session_user, NULL, NULL), 'team', namedesk.charged(NULL, NULL, NULL),
    'requests', (SELECT coalesce(jsonb_agg(jsonb_build_object('batchId', w.batch, 'by', w."by", 'desk', w.desk, 'digest', w.digest, 'at', w.at,
        'until', namedesk.iso(w.until), 'isOver', w.until <= clock_timestamp(),
        'service', jsonb_build_object('baseUrl', w.service_base_url, 'username', w.service_username),
        'ask', w.aim || jsonb_build_object('kind', w.kind), 'domains', w.size, 'unpriced', w.unpriced, 'sums', w.sums, 'currency', w.currency,
        'reason', w.reason, 'state', w.state, 'decidedBy', w.decided_by, 'decidedReason', w.decided_reason) ORDER BY w.at), '[]')
      FROM (SELECT batch, by, desk, digest, at, until, service_base_url, service_username, kind, aim, size, unpriced, sums, currency, reason,
          state, decided_by, decided_reason
        FROM namedesk.approvals
        WHERE (state IN ('waiting', 'approved') AND until > clock_timestamp()) OR (state <> 'withdrawn' AND by = session_user)
        ORDER BY at DESC LIMIT 200) w))
  FROM namedesk.team t
$$;

CREATE FUNCTION namedesk.shared_out(s namedesk.shared) RETURNS jsonb LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object('seq', s.seq, 'topic', s.topic, 'service', jsonb_build_object('baseUrl', s.service_base_url, 'username',
    s.service_username), 'key', s.key, 'field', s.field, 'value', s.value, 'at', namedesk.iso(s.at), 'by', s."by")
$$;

-- Keeps an edit that does not stand: once, however often it is published, and the last twenty of a field.
CREATE FUNCTION namedesk.keep_shared(s namedesk.shared) RETURNS void LANGUAGE sql
SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO namedesk.shared_history (topic, service_base_url, service_username, key, field, value, at, "by", seq)
    SELECT s.* WHERE NOT EXISTS (
      SELECT FROM namedesk.shared_history h
      WHERE (h.topic, h.key, h.field, h.service_base_url, h.service_username, h.at, h."by")
          = (s.topic, s.key, s.field, s.service_base_url, s.service_username, s.at, s."by")
        AND h.value IS NOT DISTINCT FROM s.value);
  DELETE FROM namedesk.shared_history WHERE number IN (
    SELECT h.number FROM namedesk.shared_history h
    WHERE (h.topic, h.key, h.field, h.service_base_url, h.service_username)
        = (s.topic, s.key, s.field, s.service_base_url, s.service_username)
    ORDER BY h.number DESC OFFSET 20);
$$;

-- Takes up to a thousand facts, all or none. `lost`: what stands in place of those that came too late.
CREATE FUNCTION namedesk.publish(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  refused jsonb := namedesk.refusal(p);
  given jsonb;
  is_edit boolean;
  s namedesk.shared;
  stands namedesk.shared;
  began bigint;
  number bigint;
  lost jsonb := '[]';
BEGIN
  IF refused IS NOT NULL THEN RETURN refused; END IF;
  IF jsonb_array_length(p -> 'facts') > 1000 THEN
    RAISE EXCEPTION 'too many facts at once' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  SELECT h.seq INTO began FROM namedesk.shared_head h FOR UPDATE;
  number := began;
  FOR given IN SELECT f FROM jsonb_array_elements(p -> 'facts') f LOOP
    is_edit := coalesce((given ->> 'isEdit')::boolean, true);
    s.topic := given ->> 'topic';
    s.service_base_url := coalesce(given -> 'service' ->> 'baseUrl', '');
    s.service_username := coalesce(given -> 'service' ->> 'username', '');
    s.key := given ->> 'key';
    s.field := given ->> 'field';
    s.value := nullif(given -> 'value', 'null');
    s.at := given ->> 'at';
    -- A desk's clock may be wrong: what is from the future was published now.
    IF s.at > clock_timestamp() + interval '2 minutes' THEN s.at := date_trunc('milliseconds', clock_timestamp()); END IF;
    s."by" := session_user;
    s.seq := began;
    SELECT * INTO stands FROM namedesk.shared t WHERE t.topic = s.topic AND t.service_base_url = s.service_base_url
      AND t.service_username = s.service_username AND t.key = s.key AND t.field = s.field;
    IF FOUND THEN
      CONTINUE WHEN stands.value IS NOT DISTINCT FROM s.value AND (is_edit OR stands.at >= s.at);
      IF stands.at >= s.at THEN
        IF is_edit THEN PERFORM namedesk.keep_shared(s); END IF;
        lost := lost || namedesk.shared_out(stands);
        CONTINUE;
      END IF;
      IF is_edit THEN PERFORM namedesk.keep_shared(stands); END IF;
      DELETE FROM namedesk.shared t WHERE t.seq = stands.seq;
    END IF;
    number := number + 1;
    s.seq := number;
    INSERT INTO namedesk.shared SELECT s.*;
  END LOOP;
  IF number > began THEN
    UPDATE namedesk.shared_head SET seq = number;
    PERFORM pg_notify('namedesk', 'shared');
  END IF;
  RETURN jsonb_build_object('kind', 'published', 'seq', number, 'lost', lost);
END $$;

-- Whether a role is one of the team's.
CREATE FUNCTION namedesk.is_member(id oid) RETURNS boolean LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT pg_has_role(id, '{{reader}}'::name, 'MEMBER') OR pg_has_role(id, '{{buyer}}'::name, 'MEMBER') OR pg_has_role(id, '{{admin}}'::name, 'MEMBER')
$$;

-- Ends the sessions of a role. How many are left.
CREATE FUNCTION namedesk.end_sessions(id oid) RETURNS integer LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  BEGIN
    PERFORM pg_terminate_backend(pid, 2000) FROM pg_stat_activity WHERE usesysid = id;
  EXCEPTION WHEN insufficient_privilege THEN NULL; -- They are counted.
  END;
  PERFORM pg_stat_clear_snapshot();
  RETURN (SELECT count(*) FROM pg_stat_activity WHERE usesysid = id);
END $$;

-- Makes a person: a role of its own that can log in. The password's verifier comes from the desk, so that the password itself reaches
-- neither the server nor its log; the password itself only for a server that takes no verifier. Of a person of this team it sets password
-- and role anew, where `again` says so: a desk that works with the password of before is locked out. There is always an admin.
CREATE FUNCTION namedesk.invite(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  person text := p ->> 'name';
  wanted text := p ->> 'role';
  verifier text := p ->> 'verifier';
  is_plain boolean := verifier IS NULL AND p ->> 'password' ~ '^[!-~]{20,200}$';
  known namedesk.people;
  id oid;
  groups text[] := ARRAY['reader', 'buyer', 'admin'];
  names text[] := ARRAY['{{reader}}', '{{buyer}}', '{{admin}}'];
BEGIN
  IF namedesk.my_role() IS DISTINCT FROM 'admin' THEN RETURN jsonb_build_object('kind', 'forbidden'); END IF;
  IF person IS NULL OR person !~ '^[a-z][a-z0-9_.-]{0,30}$' OR person ~ '^(pg_|namedesk_)' OR person IN ('public', 'none') THEN
    RETURN jsonb_build_object('kind', 'refused', 'why', 'name');
  END IF;
  IF wanted IS NULL OR wanted <> ALL (groups) THEN RETURN jsonb_build_object('kind', 'refused', 'why', 'role'); END IF;
  IF is_plain THEN
    verifier := p ->> 'password';
  ELSIF verifier IS NULL OR verifier !~ '^SCRAM-SHA-256\$\d{4,6}:[A-Za-z0-9+/]{16,64}={0,2}\$[A-Za-z0-9+/]{43}=:[A-Za-z0-9+/]{43}=$' THEN
    RETURN jsonb_build_object('kind', 'refused', 'why', 'verifier');
  END IF;
  -- One after the other: two admins may invite one person.
  PERFORM FROM namedesk.team FOR UPDATE;
  SELECT * INTO known FROM namedesk.people WHERE name = person FOR UPDATE;
  SELECT oid INTO id FROM pg_roles WHERE rolname = person;
  -- Somebody else's role of the same cluster is never touched.
  IF id IS NOT NULL AND id IS DISTINCT FROM known.role_id THEN
    RETURN jsonb_build_object('kind', 'refused', 'why', CASE WHEN known.name IS NOT NULL AND namedesk.is_member(id) THEN 'moved' ELSE 'taken' END);
  END IF;
  IF id IS NOT NULL AND known.excluded_at IS NULL AND (p ->> 'again')::boolean IS NOT TRUE THEN
    RETURN jsonb_build_object('kind', 'refused', 'why', 'there');
  END IF;
  IF known.role = 'admin' AND wanted <> 'admin' AND known.excluded_at IS NULL AND NOT EXISTS (
    SELECT FROM namedesk.people WHERE role = 'admin' AND excluded_at IS NULL AND name <> person) AND person = session_user THEN
    RETURN jsonb_build_object('kind', 'refused', 'why', 'last-admin');
  END IF;
  IF id IS NULL THEN
    EXECUTE format('CREATE ROLE %I LOGIN CONNECTION LIMIT 20 PASSWORD %L', person, verifier);
    SELECT oid INTO id FROM pg_roles WHERE rolname = person;
  ELSE
    EXECUTE format('ALTER ROLE %I LOGIN PASSWORD %L', person, verifier);
    EXECUTE format('REVOKE %I, %I, %I FROM %I', names[1], names[2], names[3], person);
  END IF;
  EXECUTE format('GRANT %I TO %I', names[array_position(groups, wanted)], person);
  INSERT INTO namedesk.people (name, role_id, role, invited_by, invited_at)
    VALUES (person, id, wanted, session_user, namedesk.iso(clock_timestamp()))
    ON CONFLICT (name) DO UPDATE SET role_id = excluded.role_id, role = excluded.role, invited_by = excluded.invited_by,
      invited_at = excluded.invited_at, excluded_at = NULL;
  RETURN jsonb_build_object('kind', 'invited', 'seq',
    namedesk.append('invited', jsonb_build_object('name', person, 'role', wanted)
      || CASE WHEN is_plain THEN '{"isPlain": true}' ELSE '{}' END::jsonb, NULL, NULL));
END $$;

-- Takes away a person's way in, and ends what is open of it: sessions, of which one may hold the head, requests for an approval, and
-- approvals, which somebody else has to give. What the person has sent and not settled stays claimed, until an admin releases it. Once
-- more of somebody who is excluded: sessions that were begun meanwhile. `open`: sessions that could not be ended, where the owner may not (pg_signal_backend).
CREATE FUNCTION namedesk.exclude(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  person text := p ->> 'name';
  known namedesk.people;
  id oid;
  left_open integer;
  a namedesk.approvals;
  number bigint;
BEGIN
  IF namedesk.my_role() IS DISTINCT FROM 'admin' THEN RETURN jsonb_build_object('kind', 'forbidden'); END IF;
  IF person = session_user THEN RETURN jsonb_build_object('kind', 'refused', 'why', 'yourself'); END IF;
  SELECT * INTO known FROM namedesk.people WHERE name = person FOR UPDATE;
  IF NOT FOUND THEN RETURN jsonb_build_object('kind', 'refused', 'why', 'name'); END IF;
  SELECT oid INTO id FROM pg_roles WHERE rolname = person;
  -- The role of a database that was moved to another server is not the one that is known: nothing would be taken away.
  IF id IS NOT NULL AND id <> known.role_id THEN
    RETURN jsonb_build_object('kind', 'refused', 'why', CASE WHEN namedesk.is_member(id) THEN 'moved' ELSE 'taken' END);
  END IF;
  IF id IS NOT NULL THEN
    EXECUTE format('ALTER ROLE %I NOLOGIN', person);
    EXECUTE format('REVOKE %I, %I, %I FROM %I', '{{reader}}', '{{buyer}}', '{{admin}}', person);
  END IF;
  left_open := namedesk.end_sessions(coalesce(id, known.role_id));
  IF known.excluded_at IS NULL THEN
    UPDATE namedesk.people SET excluded_at = namedesk.iso(clock_timestamp()) WHERE name = person;
    FOR a IN UPDATE namedesk.approvals SET state = 'withdrawn', decided_by = session_user, decided_reason = 'excluded'
        WHERE by = person AND state <> 'withdrawn' RETURNING * LOOP
      PERFORM namedesk.append_approval(a, NULL, 'excluded');
    END LOOP;
    FOR a IN UPDATE namedesk.approvals SET state = 'waiting', decided_by = NULL, until = clock_timestamp() + interval '7 days'
        WHERE decided_by = person AND state = 'approved' RETURNING * LOOP
      PERFORM namedesk.append_approval(a, NULL, 'excluded');
    END LOOP;
    number := namedesk.append('excluded', jsonb_build_object('name', person), NULL, NULL);
  END IF;
  RETURN jsonb_build_object('kind', 'excluded', 'seq', number, 'open', left_open);
END $$;

-- After the database was moved to another server: people are known by their roles there, whoever was excluded has none of the team's,
-- and nobody else may connect. By whoever sets the team up. How many people were somebody else's role until now.
CREATE FUNCTION namedesk.mend() RETURNS integer LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  known namedesk.people;
  mended integer;
BEGIN
  UPDATE namedesk.people p SET role_id = r.oid FROM pg_roles r
    WHERE r.rolname = p.name AND r.oid <> p.role_id AND NOT r.rolsuper
      AND (namedesk.is_member(r.oid) OR (p.excluded_at IS NOT NULL AND NOT r.rolcanlogin));
  GET DIAGNOSTICS mended = ROW_COUNT;
  FOR known IN SELECT p.* FROM namedesk.people p JOIN pg_roles r ON r.oid = p.role_id AND r.rolname = p.name
      WHERE p.excluded_at IS NOT NULL AND (r.rolcanlogin OR namedesk.is_member(r.oid)) LOOP
    EXECUTE format('ALTER ROLE %I NOLOGIN', known.name);
    EXECUTE format('REVOKE %I, %I, %I FROM %I', '{{reader}}', '{{buyer}}', '{{admin}}', known.name);
  END LOOP;
  RETURN mended;
END $$;

GRANT USAGE ON SCHEMA namedesk TO {{reader}}, {{buyer}}, {{admin}};
GRANT SELECT ON namedesk.team, namedesk.people, namedesk.head, namedesk.journal, namedesk.claims, namedesk.approvals, namedesk.shared_head,
  namedesk.shared, namedesk.shared_history TO {{reader}}, {{buyer}}, {{admin}};

-- A function is anybody's to call unless that is taken away.
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA namedesk FROM PUBLIC;
-- Whoever has become a reader still says what came of his own changes, and withdraws his requests.
GRANT EXECUTE ON FUNCTION namedesk.about(), namedesk.last(jsonb), namedesk.status(jsonb), namedesk.work(), namedesk.settle(jsonb),
  namedesk.decide(jsonb) TO {{reader}}, {{buyer}}, {{admin}};
GRANT EXECUTE ON FUNCTION namedesk.claim(jsonb), namedesk.mark_sent(jsonb), namedesk.release(jsonb), namedesk.read_back(jsonb),
  namedesk.publish(jsonb), namedesk.ask_approval(jsonb), namedesk.free_name(jsonb) TO {{buyer}}, {{admin}};
GRANT EXECUTE ON FUNCTION namedesk.invite(jsonb), namedesk.exclude(jsonb), namedesk.set_limits(jsonb),
  namedesk.accept_server(jsonb) TO {{admin}};
