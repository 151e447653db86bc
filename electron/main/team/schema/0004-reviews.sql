-- Version 4: limits of the team, reviews that wait for a second person, and how far a batch is.

-- How many charged changes a person may send in 24 hours without a second person, and all people together; no number: no limit.
ALTER TABLE namedesk.team
  ADD COLUMN alone_per_day integer CHECK (alone_per_day BETWEEN 0 AND 1000000),
  ADD COLUMN team_per_day  integer CHECK (team_per_day BETWEEN 0 AND 1000000);

-- The batch that the change is of, and the review of another person under which it is sent.
ALTER TABLE namedesk.claims
  ADD COLUMN batch       uuid,
  ADD COLUMN batch_title text CHECK (length(batch_title) <= 200),
  ADD COLUMN batch_size  integer,
  ADD COLUMN review      uuid,
  -- Of a name that was bought and given back: the entry by which an admin has freed it.
  ADD COLUMN freed_seq   bigint;

-- A batch that one person has prepared for another. Each row has the same aim, without a value of a contact and without a code.
CREATE TABLE namedesk.reviews (
  id               uuid PRIMARY KEY,
  desk             uuid NOT NULL,
  by               text NOT NULL,
  at               text NOT NULL,
  until            timestamptz NOT NULL,
  service_base_url text NOT NULL CHECK (length(service_base_url) BETWEEN 1 AND 2048),
  service_username text NOT NULL CHECK (length(service_username) BETWEEN 1 AND 320),
  kind             text NOT NULL CHECK (kind IN ('renew', 'lock', 'nameservers', 'sync')),
  aim              jsonb NOT NULL CHECK (jsonb_typeof(aim) = 'object' AND octet_length(aim::text) <= 8192
                     AND aim - ARRAY['periodYears', 'state', 'nameservers'] = '{}'),
  domains          text[] NOT NULL CHECK (cardinality(domains) BETWEEN 1 AND 20000),
  reason           text NOT NULL CHECK (length(reason) BETWEEN 1 AND 300),
  state            text NOT NULL CHECK (state IN ('waiting', 'applied', 'withdrawn', 'turned-down')),
  -- Who has applied it, as which batch, or has closed it, and why.
  batch            uuid,
  ended_by         text,
  ended_reason     text
);

CREATE FUNCTION namedesk.is_charged(kind text) RETURNS boolean LANGUAGE sql IMMUTABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT kind IN ('register', 'renew')
$$;
CREATE INDEX charged_of_person ON namedesk.claims (by, since) WHERE namedesk.is_charged(kind);
CREATE INDEX charged ON namedesk.claims (since) WHERE namedesk.is_charged(kind);
CREATE INDEX of_review ON namedesk.claims (review, domain) WHERE review IS NOT NULL;
CREATE INDEX of_batch ON namedesk.claims (since) WHERE batch IS NOT NULL;

-- The charged changes of 24 hours that have cost something, may have, or are about to: of one person without a second one, or of
-- everybody; up to a number. `mine` is left out.
CREATE FUNCTION namedesk.charged(person text, mine namedesk.claims, most integer) RETURNS bigint LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT count(*) FROM (
    SELECT FROM namedesk.claims c
    WHERE namedesk.is_charged(c.kind) AND c.since > namedesk.iso(clock_timestamp() - interval '24 hours')
      AND (person IS NULL OR (c."by" = person AND c.review IS NULL))
      AND (c.change_id IS DISTINCT FROM mine.change_id OR c.attempt IS DISTINCT FROM mine.attempt)
      AND (c.outcome IS NULL OR c.outcome IN ('took-effect', 'uncertain'))
      AND (c.outcome IS NOT NULL OR c.sent_seq IS NOT NULL OR (c.state = 'held' AND c.until > clock_timestamp()))
    LIMIT most) counted
$$;

-- The registration by which the team has the name.
CREATE FUNCTION namedesk.bought(a_domain text) RETURNS SETOF namedesk.claims LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT * FROM namedesk.claims c
  WHERE c.outcome = 'took-effect' AND c.freed_seq IS NULL AND c.domain = a_domain AND c.family = 'register'
    AND c.since > namedesk.iso(clock_timestamp() - interval '1 year')
  ORDER BY c.settled_seq DESC LIMIT 1
$$;

-- What stands in the way: an open claim; of a registration also one that took effect within a year, as `bought`: whatever a lookup says
-- now, nobody buys a name a second time. That one first: a lease that has ended does not hide it.
CREATE OR REPLACE FUNCTION namedesk.open_claim(base_url text, username text, a_domain text, a_family text)
RETURNS SETOF namedesk.claims LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT c.* FROM namedesk.claims c
  WHERE c.state IN ('held', 'sent', 'uncertain') AND c.domain = a_domain AND c.family = a_family
    AND (a_family = 'register' OR (c.service_base_url = base_url AND c.service_username = username))
  UNION ALL
  SELECT (jsonb_populate_record(c, '{"state": "bought"}')).* FROM namedesk.bought(a_domain) c WHERE a_family = 'register'
  ORDER BY state LIMIT 1
$$;

CREATE OR REPLACE FUNCTION namedesk.claim_in(p jsonb) RETURNS namedesk.claims LANGUAGE plpgsql
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
  c.batch := p -> 'entry' -> 'batch' ->> 'id';
  c.batch_title := p -> 'entry' -> 'batch' ->> 'title';
  c.batch_size := p -> 'entry' -> 'batch' ->> 'size';
  c.review := p -> 'entry' -> 'batch' ->> 'review';
  RETURN c;
END $$;

-- Why a change that is claimed may not be sent; nothing where it may. Charged changes are counted one after the other, under the lock
-- of the team's row, so that two of them do not both take the last place. Locks are taken in the order claim, team, review, head.
CREATE FUNCTION namedesk.withheld(p jsonb, c namedesk.claims) RETURNS jsonb LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  t namedesk.team;
  r namedesk.reviews;
BEGIN
  SELECT * INTO t FROM namedesk.team;
  IF namedesk.is_charged(c.kind) AND coalesce(t.alone_per_day, t.team_per_day) IS NOT NULL THEN
    SELECT * INTO t FROM namedesk.team FOR UPDATE;
    IF namedesk.charged(NULL, c, t.team_per_day) >= t.team_per_day THEN
      RETURN jsonb_build_object('kind', 'over-limit', 'limit', t.team_per_day);
    END IF;
    IF c.review IS NULL AND namedesk.charged(session_user, c, t.alone_per_day) >= t.alone_per_day THEN
      RETURN jsonb_build_object('kind', 'needs-second', 'limit', t.alone_per_day);
    END IF;
  END IF;
  IF c.review IS NULL THEN RETURN NULL; END IF;
  SELECT * INTO r FROM namedesk.reviews WHERE id = c.review FOR UPDATE;
  -- Of another person, for this very change, not over, and each row once.
  IF r.id IS NULL OR r."by" = session_user OR c.batch IS NULL OR r.until <= clock_timestamp()
    OR NOT (r.state = 'waiting' OR (r.state = 'applied' AND r.batch = c.batch AND r.ended_by = session_user))
    OR (r.service_base_url, r.service_username, r.kind) <> (c.service_base_url, c.service_username, c.kind)
    OR c.domain <> ALL (r.domains)
    OR r.aim IS DISTINCT FROM (p -> 'entry' -> 'what') - 'price'
    OR EXISTS (SELECT FROM namedesk.claims o WHERE o.review = c.review AND o.domain = c.domain
      AND (o.change_id, o.attempt) <> (c.change_id, c.attempt) AND o.sent_seq IS NOT NULL AND o.outcome IS DISTINCT FROM 'unsent')
  THEN
    RETURN jsonb_build_object('kind', 'no-review');
  END IF;
  IF r.state = 'waiting' THEN
    r.state := 'applied';
    r.batch := c.batch;
    UPDATE namedesk.reviews SET state = r.state, batch = r.batch, ended_by = session_user WHERE id = r.id;
    PERFORM namedesk.append_review('review-applied', r, c.desk, jsonb_build_object('batch', c.batch));
  END IF;
  RETURN NULL;
END $$;

-- As in version 1, but that limits and reviews are asked for last.
CREATE OR REPLACE FUNCTION namedesk.claim(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
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
      -- Asked again, as where an answer was lost. A lease that has ended is not given anew: a desk asks by another attempt then.
      IF found_one.state = 'held' AND found_one.until > clock_timestamp() AND (found_one."by", found_one.desk, found_one.domain,
        found_one.family) = (wanted."by", wanted.desk, wanted.domain, wanted.family) THEN
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
      answer := jsonb_build_object('kind', 'changed', 'last', latest);
    ELSE
      answer := namedesk.withheld(p, wanted);
    END IF;
    IF answer IS NULL THEN
      answer := namedesk.held_out(wanted);
    ELSE
      DELETE FROM namedesk.claims WHERE change_id = wanted.change_id AND attempt = wanted.attempt;
    END IF;
  END LOOP;
  FOREACH found_one IN ARRAY ended LOOP
    PERFORM namedesk.append('lease-ended', '{}', wanted.desk, found_one);
  END LOOP;
  IF answer ->> 'kind' = 'held' THEN PERFORM namedesk.append('held', p -> 'entry', wanted.desk, wanted); END IF;
  RETURN answer;
END $$;

-- As in version 1, but that a mark is given once: of two copies of a workspace, one sends. Nor is it given where something has taken
-- effect since the claim, as a change that an admin had released, or that a database which was put back did not know: it is reviewed anew.
CREATE OR REPLACE FUNCTION namedesk.mark_sent(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  c namedesk.claims;
  number bigint;
BEGIN
  SELECT * INTO c FROM namedesk.claims
    WHERE change_id = (p ->> 'changeId')::uuid AND attempt = (p ->> 'attempt')::integer AND desk = (p ->> 'desk')::uuid
      AND by = session_user
    FOR UPDATE;
  IF c.state IS DISTINCT FROM 'held' OR c.until <= clock_timestamp() OR namedesk.refusal(p) IS NOT NULL THEN
    RETURN jsonb_build_object('kind', 'lost');
  END IF;
  -- Under the lock of the head: no outcome is on its way.
  PERFORM FROM namedesk.head FOR UPDATE;
  IF EXISTS (SELECT FROM namedesk.claims o
    WHERE o.outcome = 'took-effect' AND o.domain = c.domain AND o.family = c.family
      AND (c.family = 'register' OR (o.service_base_url, o.service_username) = (c.service_base_url, c.service_username))
      AND o.settled_seq > (SELECT max(seq) FROM namedesk.journal WHERE change_id = c.change_id AND event = 'held')) THEN
    RETURN jsonb_build_object('kind', 'lost');
  END IF;
  number := namedesk.append('sent', p -> 'entry', c.desk, c);
  UPDATE namedesk.claims SET state = 'sent', sent_seq = number WHERE change_id = c.change_id AND attempt = c.attempt;
  RETURN jsonb_build_object('kind', 'sent', 'seq', number);
END $$;

-- As in version 1, but that it says whose claim it is where it is not this desk's, which is no reason to keep this desk's others back; and
-- that an admin's finding is not made uncertain again.
CREATE OR REPLACE FUNCTION namedesk.settle(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
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
  IF c."by" <> session_user OR c.desk <> (p ->> 'desk')::uuid THEN RETURN jsonb_build_object('kind', 'not-yours'); END IF;
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
  UPDATE namedesk.claims SET settled_seq = number WHERE change_id = c.change_id AND attempt = c.attempt;
  RETURN jsonb_build_object('kind', 'settled', 'seq', number);
END $$;

-- As in version 1, but that a claim whose mark the database has lost can be released as well.
CREATE OR REPLACE FUNCTION namedesk.release(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
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
      WHERE j.seq = (p ->> 'readBack')::bigint AND j.change_id = c.change_id AND j.event = 'read-back' AND j.seq > coalesce(c.sent_seq, 0);
    IF finding IS NULL THEN RETURN jsonb_build_object('kind', 'refused', 'why', 'no-read-back'); END IF;
  END IF;
  number := namedesk.append('released',
    coalesce(p -> 'entry', '{}') || jsonb_build_object('reason', left(p ->> 'reason', 1000), 'readBack', p -> 'readBack'), c.desk, c);
  UPDATE namedesk.claims SET state = 'released', settled_seq = number,
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
  UPDATE namedesk.claims SET freed_seq = number WHERE change_id = c.change_id AND attempt = c.attempt;
  RETURN jsonb_build_object('kind', 'released', 'by', c."by", 'seq', number);
END $$;

-- An entry about a review: what it is for, and a digest of its domains in place of them.
CREATE FUNCTION namedesk.append_review(event text, r namedesk.reviews, desk uuid, body jsonb) RETURNS bigint LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  c namedesk.claims;
BEGIN
  c.service_base_url := r.service_base_url;
  c.service_username := r.service_username;
  c.kind := r.kind;
  c.family := r.kind;
  RETURN namedesk.append(event, body || jsonb_build_object('review', r.id, 'aim', r.aim, 'domains', cardinality(r.domains),
    'digest', encode(sha256(convert_to(array_to_string(r.domains, E'\n'), 'UTF8')), 'hex'), 'until', namedesk.iso(r.until)), desk, c);
END $$;

-- Hands a batch to the others. Asked again with the same id, it answers the same.
CREATE FUNCTION namedesk.propose_review(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  r namedesk.reviews;
  answer jsonb := namedesk.refusal(p);
BEGIN
  IF answer IS NOT NULL THEN RETURN answer; END IF;
  r.id := p ->> 'id';
  r.desk := p ->> 'desk';
  r."by" := session_user;
  r.at := namedesk.iso(clock_timestamp());
  r.until := clock_timestamp() + interval '7 days';
  r.service_base_url := p -> 'service' ->> 'baseUrl';
  r.service_username := p -> 'service' ->> 'username';
  r.kind := p ->> 'kind';
  r.aim := p -> 'aim';
  r.domains := ARRAY(SELECT d FROM jsonb_array_elements_text(p -> 'domains') d ORDER BY d);
  r.reason := trim(p ->> 'reason');
  r.state := 'waiting';
  IF coalesce(r.reason, '') = '' THEN RETURN jsonb_build_object('kind', 'refused', 'why', 'no-reason'); END IF;
  IF EXISTS (SELECT FROM unnest(r.domains) d WHERE d <> lower(d) OR d ~ '\s' OR length(d) NOT BETWEEN 1 AND 253) THEN
    RAISE EXCEPTION 'no such domain' USING ERRCODE = 'invalid_parameter_value';
  END IF;
  INSERT INTO namedesk.reviews SELECT r.* ON CONFLICT DO NOTHING;
  IF FOUND THEN
    PERFORM namedesk.append_review('review-proposed', r, r.desk, jsonb_build_object('reason', r.reason));
  ELSIF NOT EXISTS (SELECT FROM namedesk.reviews o WHERE o.id = r.id AND o."by" = session_user AND o.state = 'waiting') THEN
    RETURN jsonb_build_object('kind', 'refused', 'why', 'no-review');
  END IF;
  RETURN jsonb_build_object('kind', 'proposed');
END $$;

-- Whoever has prepared it withdraws it; anybody else who may send turns it down, with a reason. What it was not sent for yet is not
-- sent under it any more.
CREATE FUNCTION namedesk.close_review(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  r namedesk.reviews;
  why text := left(trim(coalesce(p ->> 'reason', '')), 300);
BEGIN
  SELECT * INTO r FROM namedesk.reviews WHERE id = (p ->> 'id')::uuid AND state IN ('waiting', 'applied') FOR UPDATE;
  IF NOT FOUND THEN RETURN jsonb_build_object('kind', 'refused', 'why', 'no-review'); END IF;
  IF r."by" <> session_user THEN
    IF coalesce(namedesk.my_role(), 'reader') = 'reader' THEN RETURN jsonb_build_object('kind', 'forbidden'); END IF;
    IF why = '' THEN RETURN jsonb_build_object('kind', 'refused', 'why', 'no-reason'); END IF;
  END IF;
  r.state := CASE WHEN r."by" = session_user THEN 'withdrawn' ELSE 'turned-down' END;
  UPDATE namedesk.reviews SET state = r.state, ended_by = session_user, ended_reason = why WHERE id = r.id;
  PERFORM namedesk.append_review('review-' || r.state, r, (p ->> 'desk')::uuid, jsonb_build_object('reason', why));
  RETURN jsonb_build_object('kind', 'closed');
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

-- The limits with what is used up of them, the reviews that wait, and the batches that somebody is applying.
CREATE FUNCTION namedesk.work() RETURNS jsonb LANGUAGE sql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object(
    'alonePerDay', t.alone_per_day, 'teamPerDay', t.team_per_day,
    'alone', namedesk.charged(session_user, NULL, NULL), 'team', namedesk.charged(NULL, NULL, NULL),
    'reviews', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', w.id, 'by', w."by", 'at', w.at, 'until', namedesk.iso(w.until),
        'service', jsonb_build_object('baseUrl', w.service_base_url, 'username', w.service_username), 'kind', w.kind, 'aim', w.aim,
        'domains', cardinality(w.domains), 'reason', w.reason) ORDER BY w.at), '[]')
      FROM (SELECT * FROM namedesk.reviews WHERE state = 'waiting' AND until > clock_timestamp() ORDER BY at LIMIT 200) w),
    'batches', (SELECT coalesce(jsonb_agg(jsonb_build_object('id', b.batch, 'desk', b.desk, 'by', b."by", 'title', b.title, 'size', b.size,
        'done', b.done, 'notDone', b.not_done, 'at', b.at) ORDER BY b.at DESC), '[]')
      FROM (SELECT c.batch, c.desk, c."by", max(c.batch_title) AS title, max(c.batch_size) AS size, max(c.since) AS at,
          count(*) FILTER (WHERE c.outcome = 'took-effect') AS done,
          count(*) FILTER (WHERE c.outcome IN ('had-no-effect', 'uncertain')) AS not_done
        FROM namedesk.claims c
        WHERE c.batch IS NOT NULL AND c.since > namedesk.iso(clock_timestamp() - interval '24 hours')
        GROUP BY c.batch, c.desk, c."by"
        HAVING count(*) FILTER (WHERE c.outcome IN ('took-effect', 'had-no-effect', 'uncertain')) < max(c.batch_size)
          AND max(c.since) > namedesk.iso(clock_timestamp() - interval '1 hour')
        ORDER BY max(c.since) DESC LIMIT 50) b))
  FROM namedesk.team t
$$;

ALTER TABLE namedesk.reviews ENABLE ROW LEVEL SECURITY;
ALTER TABLE namedesk.reviews FORCE ROW LEVEL SECURITY;
CREATE POLICY functions ON namedesk.reviews TO {{owner}} USING (true) WITH CHECK (true);
CREATE POLICY people ON namedesk.reviews FOR SELECT TO {{reader}}, {{buyer}}, {{admin}} USING (true);
GRANT SELECT ON namedesk.reviews TO {{reader}}, {{buyer}}, {{admin}};

REVOKE ALL ON ALL FUNCTIONS IN SCHEMA namedesk FROM PUBLIC;
GRANT EXECUTE ON FUNCTION namedesk.work(), namedesk.close_review(jsonb) TO {{reader}}, {{buyer}}, {{admin}};
GRANT EXECUTE ON FUNCTION namedesk.propose_review(jsonb), namedesk.free_name(jsonb) TO {{buyer}}, {{admin}};
GRANT EXECUTE ON FUNCTION namedesk.set_limits(jsonb) TO {{admin}};
