-- Version 2: people, and who may do what.

-- Makes a person: a role of its own that can log in. The password's verifier comes from the desk, so that the password itself reaches
-- neither the server nor its log. Of a person of this team it sets password and role anew.
CREATE FUNCTION namedesk.invite(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  person text := p ->> 'name';
  wanted text := p ->> 'role';
  verifier text := p ->> 'verifier';
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
  IF verifier IS NULL OR verifier !~ '^SCRAM-SHA-256\$\d{4,6}:[A-Za-z0-9+/]{16,64}={0,2}\$[A-Za-z0-9+/]{43}=:[A-Za-z0-9+/]{43}=$' THEN
    RETURN jsonb_build_object('kind', 'refused', 'why', 'verifier');
  END IF;
  SELECT * INTO known FROM namedesk.people WHERE name = person FOR UPDATE;
  SELECT oid INTO id FROM pg_roles WHERE rolname = person;
  -- Somebody else's role of the same cluster is never touched.
  IF id IS NOT NULL AND id IS DISTINCT FROM known.role_id THEN RETURN jsonb_build_object('kind', 'refused', 'why', 'taken'); END IF;
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
    namedesk.append('invited', jsonb_build_object('name', person, 'role', wanted), NULL, NULL));
END $$;

-- Takes away a person's way in. What the person has sent and not settled stays claimed, until an admin releases it.
CREATE FUNCTION namedesk.exclude(p jsonb) RETURNS jsonb LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  person text := p ->> 'name';
  known namedesk.people;
BEGIN
  IF namedesk.my_role() IS DISTINCT FROM 'admin' THEN RETURN jsonb_build_object('kind', 'forbidden'); END IF;
  SELECT * INTO known FROM namedesk.people WHERE name = person AND excluded_at IS NULL FOR UPDATE;
  IF NOT FOUND OR person = session_user THEN RETURN jsonb_build_object('kind', 'refused', 'why', 'name'); END IF;
  IF EXISTS (SELECT FROM pg_roles WHERE rolname = person AND oid = known.role_id) THEN
    EXECUTE format('ALTER ROLE %I NOLOGIN', person);
    EXECUTE format('REVOKE %I, %I, %I FROM %I', '{{reader}}', '{{buyer}}', '{{admin}}', person);
  END IF;
  UPDATE namedesk.people SET excluded_at = namedesk.iso(clock_timestamp()) WHERE name = person;
  RETURN jsonb_build_object('kind', 'excluded', 'seq', namedesk.append('excluded', jsonb_build_object('name', person), NULL, NULL));
END $$;

-- Row security holds for the owner too: the functions see and write what a policy lets them, and the journal has none for changing or
-- removing an entry.
ALTER TABLE namedesk.team ENABLE ROW LEVEL SECURITY;
ALTER TABLE namedesk.team FORCE ROW LEVEL SECURITY;
ALTER TABLE namedesk.people ENABLE ROW LEVEL SECURITY;
ALTER TABLE namedesk.people FORCE ROW LEVEL SECURITY;
ALTER TABLE namedesk.head ENABLE ROW LEVEL SECURITY;
ALTER TABLE namedesk.head FORCE ROW LEVEL SECURITY;
ALTER TABLE namedesk.journal ENABLE ROW LEVEL SECURITY;
ALTER TABLE namedesk.journal FORCE ROW LEVEL SECURITY;
ALTER TABLE namedesk.claims ENABLE ROW LEVEL SECURITY;
ALTER TABLE namedesk.claims FORCE ROW LEVEL SECURITY;

CREATE POLICY functions ON namedesk.team TO {{owner}} USING (true) WITH CHECK (true);
CREATE POLICY functions ON namedesk.people TO {{owner}} USING (true) WITH CHECK (true);
CREATE POLICY functions ON namedesk.head TO {{owner}} USING (true) WITH CHECK (true);
CREATE POLICY functions ON namedesk.claims TO {{owner}} USING (true) WITH CHECK (true);
CREATE POLICY functions_read ON namedesk.journal FOR SELECT TO {{owner}} USING (true);
CREATE POLICY functions_append ON namedesk.journal FOR INSERT TO {{owner}} WITH CHECK (true);
CREATE POLICY people ON namedesk.team FOR SELECT TO {{reader}}, {{buyer}}, {{admin}} USING (true);
CREATE POLICY people ON namedesk.people FOR SELECT TO {{reader}}, {{buyer}}, {{admin}} USING (true);
CREATE POLICY people ON namedesk.head FOR SELECT TO {{reader}}, {{buyer}}, {{admin}} USING (true);
CREATE POLICY people ON namedesk.journal FOR SELECT TO {{reader}}, {{buyer}}, {{admin}} USING (true);
CREATE POLICY people ON namedesk.claims FOR SELECT TO {{reader}}, {{buyer}}, {{admin}} USING (true);

GRANT USAGE ON SCHEMA namedesk TO {{reader}}, {{buyer}}, {{admin}};
GRANT SELECT ON namedesk.team, namedesk.people, namedesk.head, namedesk.journal, namedesk.claims
  TO {{reader}}, {{buyer}}, {{admin}};

-- A function is anybody's to call unless that is taken away.
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA namedesk FROM PUBLIC;
GRANT EXECUTE ON FUNCTION namedesk.about(), namedesk.last(jsonb), namedesk.status(jsonb) TO {{reader}}, {{buyer}}, {{admin}};
-- Whoever has become a reader still says what came of his own changes.
GRANT EXECUTE ON FUNCTION namedesk.settle(jsonb) TO {{reader}}, {{buyer}}, {{admin}};
GRANT EXECUTE ON FUNCTION namedesk.claim(jsonb), namedesk.mark_sent(jsonb), namedesk.release(jsonb), namedesk.read_back(jsonb)
  TO {{buyer}}, {{admin}};
GRANT EXECUTE ON FUNCTION namedesk.invite(jsonb), namedesk.exclude(jsonb) TO {{admin}};
