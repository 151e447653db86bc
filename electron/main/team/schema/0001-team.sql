-- Version 1: the team, its people, the journal and the claims. Run as the owner, a role that nobody can log in as.
--
-- People read the tables and call the functions; nobody but the owner writes a row, and only through a function. Each function runs as
-- the owner, takes names from pg_catalog alone before anybody's own, and knows the person by session_user, which SET ROLE leaves alone.
-- PL/pgSQL reserves "by" for itself, so that it stands in quotation marks.
-- {{owner}}, {{reader}}, {{buyer}}, {{admin}}: this team's roles. Roles belong to a whole cluster, so their names carry the team.

CREATE TABLE namedesk.team (
  one            boolean PRIMARY KEY DEFAULT true CHECK (one),
  id             uuid NOT NULL,
  name           text NOT NULL,
  token          text NOT NULL,
  schema_version integer NOT NULL,
  -- The oldest version of the schema that a desk must know to write.
  least_desk     integer NOT NULL,
  lease          interval NOT NULL
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
  change_id        uuid NOT NULL,
  attempt          integer NOT NULL CHECK (attempt BETWEEN 1 AND 1000000),
  desk             uuid NOT NULL,
  by               text NOT NULL,
  service_base_url text NOT NULL CHECK (length(service_base_url) BETWEEN 1 AND 2048),
  service_username text NOT NULL CHECK (length(service_username) BETWEEN 1 AND 320),
  domain           text NOT NULL CHECK (length(domain) BETWEEN 1 AND 253 AND domain = lower(domain) AND domain !~ '\s'),
  kind             text NOT NULL CHECK (kind ~ '^[a-z][a-z-]{0,40}$'),
  family           text NOT NULL CHECK (family ~ '^[a-z][a-z-]{0,40}$'),
  state            text NOT NULL CHECK (state IN ('held', 'sent', 'uncertain', 'settled', 'released')),
  outcome          text CHECK (outcome IN ('took-effect', 'had-no-effect', 'uncertain', 'unsent')),
  since            text NOT NULL,
  until            timestamptz NOT NULL,
  sent_seq         bigint,
  settled_seq      bigint,
  PRIMARY KEY (change_id, attempt)
);
CREATE UNIQUE INDEX one_open_claim ON namedesk.claims (service_base_url, service_username, domain, family)
  WHERE state IN ('held', 'sent', 'uncertain');
-- Two accounts must not both buy one name.
CREATE UNIQUE INDEX one_open_registration ON namedesk.claims (domain)
  WHERE state IN ('held', 'sent', 'uncertain') AND family = 'register';
CREATE INDEX effects ON namedesk.claims (domain, family, settled_seq DESC) WHERE outcome = 'took-effect';

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

CREATE FUNCTION namedesk.my_role() RETURNS text LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE
    WHEN pg_has_role(session_user, '{{admin}}', 'MEMBER') THEN 'admin'
    WHEN pg_has_role(session_user, '{{buyer}}', 'MEMBER') THEN 'buyer'
    WHEN pg_has_role(session_user, '{{reader}}', 'MEMBER') THEN 'reader'
  END
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
  RETURN c;
END $$;

CREATE FUNCTION namedesk.claim_out(c namedesk.claims) RETURNS jsonb LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object('changeId', c.change_id, 'attempt', c.attempt, 'by', c."by", 'desk', c.desk, 'kindOfChange', c.kind,
    'domain', c.domain, 'state', c.state, 'since', c.since)
$$;

CREATE FUNCTION namedesk.held_out(c namedesk.claims) RETURNS jsonb LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object('kind', 'held', 'until', namedesk.iso(c.until))
$$;

-- The change of the family that took effect last; of a registration, whatever the service.
CREATE FUNCTION namedesk.last_effect(base_url text, username text, a_domain text, a_family text) RETURNS jsonb LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object('changeId', c.change_id, 'by', c."by", 'at', j.at, 'kindOfChange', c.kind)
  FROM namedesk.claims c JOIN namedesk.journal j ON j.seq = c.settled_seq
  WHERE c.outcome = 'took-effect' AND c.domain = a_domain AND c.family = a_family
    AND (a_family = 'register' OR (c.service_base_url = base_url AND c.service_username = username))
  ORDER BY c.settled_seq DESC LIMIT 1
$$;

-- The open claim that stands in the way.
CREATE FUNCTION namedesk.open_claim(base_url text, username text, a_domain text, a_family text)
RETURNS SETOF namedesk.claims LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT * FROM namedesk.claims c
  WHERE c.state IN ('held', 'sent', 'uncertain') AND c.domain = a_domain AND c.family = a_family
    AND (a_family = 'register' OR (c.service_base_url = base_url AND c.service_username = username))
  LIMIT 1
$$;

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
  wanted := namedesk.claim_in(p);
  WHILE answer IS NULL LOOP
    SELECT * INTO found_one FROM namedesk.claims WHERE change_id = wanted.change_id AND attempt = wanted.attempt FOR UPDATE;
    IF FOUND THEN
      -- Asked again, as where an answer was lost. A lease that has ended is given anew: nobody else has had it since.
      IF found_one.state = 'held' AND (found_one."by", found_one.desk, found_one.domain, found_one.family)
        = (wanted."by", wanted.desk, wanted.domain, wanted.family) THEN
        IF found_one.until <= clock_timestamp() THEN
          UPDATE namedesk.claims SET until = wanted.until WHERE change_id = wanted.change_id AND attempt = wanted.attempt;
          found_one.until := wanted.until;
        END IF;
        RETURN namedesk.held_out(found_one);
      END IF;
      RETURN namedesk.claim_out(found_one) || jsonb_build_object('kind', 'taken');
    END IF;
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
      DELETE FROM namedesk.claims WHERE change_id = wanted.change_id AND attempt = wanted.attempt;
      answer := jsonb_build_object('kind', 'changed', 'last', latest);
    ELSE
      answer := namedesk.held_out(wanted);
    END IF;
  END LOOP;
  FOREACH found_one IN ARRAY ended LOOP
    PERFORM namedesk.append('lease-ended', '{}', wanted.desk, found_one);
  END LOOP;
  IF answer ->> 'kind' = 'held' THEN PERFORM namedesk.append('held', p -> 'entry', wanted.desk, wanted); END IF;
  RETURN answer;
END $$;

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
  IF c.state = 'sent' THEN RETURN jsonb_build_object('kind', 'sent', 'seq', c.sent_seq); END IF;
  IF c.state IS DISTINCT FROM 'held' OR c.until <= clock_timestamp() OR namedesk.refusal(p) IS NOT NULL THEN
    RETURN jsonb_build_object('kind', 'lost');
  END IF;
  number := namedesk.append('sent', p -> 'entry', c.desk, c);
  UPDATE namedesk.claims SET state = 'sent', sent_seq = number WHERE change_id = c.change_id AND attempt = c.attempt;
  RETURN jsonb_build_object('kind', 'sent', 'seq', number);
END $$;

-- What came of it. The last word counts, but that a change which is settled is not made uncertain again. An effect is always
-- recorded, even of a claim that is no longer open: it happened.
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
    WHERE change_id = (p ->> 'changeId')::uuid AND attempt = (p ->> 'attempt')::integer FOR UPDATE;
  IF NOT FOUND THEN
    IF p -> 'service' IS NULL OR coalesce(namedesk.my_role(), 'reader') = 'reader' THEN RETURN jsonb_build_object('kind', 'unknown'); END IF;
    -- The database was put back to an older state, and does not know what this desk has sent since.
    c := namedesk.claim_in(p);
    c.state := 'released';
    INSERT INTO namedesk.claims SELECT c.* ON CONFLICT DO NOTHING;
    IF NOT FOUND THEN RETURN namedesk.settle(p); END IF;
  END IF;
  IF c."by" <> session_user OR c.desk <> (p ->> 'desk')::uuid THEN RETURN jsonb_build_object('kind', 'forbidden'); END IF;
  IF c.outcome = result OR (result = 'uncertain' AND c.state = 'settled') THEN
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
  UPDATE namedesk.claims SET settled_seq = number WHERE change_id = c.change_id AND attempt = c.attempt;
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
    WHERE change_id = (p ->> 'changeId')::uuid AND state IN ('sent', 'uncertain') ORDER BY attempt DESC LIMIT 1 FOR UPDATE;
  IF NOT FOUND THEN RETURN jsonb_build_object('kind', 'refused', 'why', 'not-open'); END IF;
  RETURN jsonb_build_object('kind', 'noted', 'seq', namedesk.append('read-back',
    coalesce(p -> 'entry', '{}') || jsonb_build_object('finding', finding), (p ->> 'desk')::uuid, c));
END $$;

CREATE FUNCTION namedesk.release(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  c namedesk.claims;
  finding text;
  number bigint;
BEGIN
  SELECT * INTO c FROM namedesk.claims
    WHERE change_id = (p ->> 'changeId')::uuid AND state IN ('held', 'sent', 'uncertain') ORDER BY attempt DESC LIMIT 1 FOR UPDATE;
  IF NOT FOUND THEN RETURN jsonb_build_object('kind', 'refused', 'why', 'not-open'); END IF;
  IF c.state = 'held' THEN
    IF c."by" <> session_user THEN RETURN jsonb_build_object('kind', 'refused', 'why', 'not-yours'); END IF;
  ELSE
    IF namedesk.my_role() IS DISTINCT FROM 'admin' THEN RETURN jsonb_build_object('kind', 'refused', 'why', 'not-admin'); END IF;
    IF coalesce(trim(p ->> 'reason'), '') = '' THEN RETURN jsonb_build_object('kind', 'refused', 'why', 'no-reason'); END IF;
    SELECT j.body ->> 'finding' INTO finding FROM namedesk.journal j
      WHERE j.seq = (p ->> 'readBack')::bigint AND j.change_id = c.change_id AND j.event = 'read-back' AND j.seq > c.sent_seq;
    IF finding IS NULL THEN RETURN jsonb_build_object('kind', 'refused', 'why', 'no-read-back'); END IF;
  END IF;
  number := namedesk.append('released',
    coalesce(p -> 'entry', '{}') || jsonb_build_object('reason', left(p ->> 'reason', 1000), 'readBack', p -> 'readBack'), c.desk, c);
  UPDATE namedesk.claims SET state = 'released', settled_seq = number,
    outcome = CASE WHEN c.state = 'held' THEN 'unsent' ELSE nullif(finding, 'cannot-tell') END
    WHERE change_id = c.change_id AND attempt = c.attempt;
  RETURN jsonb_build_object('kind', 'released', 'seq', number);
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
  RETURN namedesk.claim_out(c)
    || jsonb_build_object('outcome', c.outcome, 'until', namedesk.iso(c.until), 'sentSeq', c.sent_seq, 'settledSeq', c.settled_seq);
END $$;

CREATE FUNCTION namedesk.about() RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object('team', t.id, 'name', t.name, 'schema', t.schema_version, 'leastDesk', t.least_desk,
    'by', session_user, 'role', namedesk.my_role(), 'now', namedesk.iso(clock_timestamp()), 'seq', h.seq, 'hash', encode(h.hash, 'hex'))
  FROM namedesk.team t, namedesk.head h
$$;
