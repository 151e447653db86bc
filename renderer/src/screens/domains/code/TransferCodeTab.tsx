import { Button } from '@mantine/core';
import { IconCopy, IconEye } from '@tabler/icons-react';
import { earlierCodeIn } from '#shared/domain/code.ts';
import type { Domain } from '#shared/domain/portfolio.ts';
import { firstCodeSentences, newCodeSentences } from '#shared/words/code-sentences.ts';
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { Section } from '../../../components/Section.tsx';
import { format } from '../../../lib/format.ts';
import { valueOf } from '../../../lib/remote.ts';
import { useNowMs } from '../../../lib/ticker.ts';
import { accessesOf, type Place, takeOf, useCodes } from '../../codes/codes-store.ts';
import { Accesses } from './Accesses.tsx';
import css from './code.module.css';
import { LockLine } from './LockLine.tsx';
import { TakeResult } from './TakeResult.tsx';

interface Props {
  readonly domain: Domain;
}

/** The way to a domain's transfer code, what came of it, and who asked for it before. No code is ever drawn here. */
export function TransferCodeTab({ domain }: Props) {
  const { accountId, name } = domain;
  const place = useMemo<Place>(() => ({ accountId, domain: name }), [accountId, name]);
  return (
    <>
      <Section title="Transfer code">
        <div className={css['part']}>
          <p className={css['means']}>
            Whoever has the transfer code (EPP code, auth code) of an unlocked domain can move it to another
            registrar.
          </p>
          <LockLine domain={domain} />
          <Ways place={place} />
          <TakeResult domain={domain} place={place} />
        </div>
      </Section>
      <Accesses place={place} />
    </>
  );
}

/** Each button leads to the question in the code window; where a code came before, both say that another one is asked for. */
function Ways({ place }: { readonly place: Place }) {
  const codes = useCodes();
  const isAsking = useStore(codes, (state) => takeOf(state, place)?.step === 'asking');
  const cannotHint = useStore(codes, ({ now }) => now !== null && !now.canHint);
  const accesses = useStore(codes, (state) => accessesOf(state, place));
  const earlier = useMemo(() => earlierCodeIn(valueOf(accesses) ?? []), [accesses]);
  const nowMs = useNowMs();
  const which = earlier === null ? 'the' : 'a new';
  const { take } = codes.actions;
  return (
    <div className={css['asking']}>
      <div className={css['ways']}>
        <Button
          leftSection={<IconCopy size={14} aria-hidden />}
          disabled={isAsking}
          onClick={() => void take(place, 'copy')}
        >
          Copy {which} code…
        </Button>
        <Button
          variant="default"
          leftSection={<IconEye size={14} aria-hidden />}
          disabled={isAsking}
          onClick={() => void take(place, 'reveal')}
        >
          Reveal {which} code…
        </Button>
      </div>
      <ul className={css['notes']}>
        {earlier === null ? (
          <li>{firstCodeSentences}</li>
        ) : (
          <li className={css['caution']}>{newCodeSentences(earlier, format.age(earlier.at, nowMs))}</li>
        )}
        {cannotHint && (
          <li className={css['caution']}>
            On this system a clipboard history cannot be asked to leave the code out: where one runs, it keeps
            what you copy. Revealing does not touch the clipboard.
          </li>
        )}
      </ul>
    </div>
  );
}
