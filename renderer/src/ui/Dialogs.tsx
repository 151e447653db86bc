import { Button, Group, type MantineColor, Stack, Text, TextInput } from '@mantine/core';
import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form';
import {
  Fragment,
  type ReactNode,
  type RefObject,
  type SyntheticEvent,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react';
import { safeParse, type ZodMiniType } from 'zod/mini';
import { toUnicode } from '#shared/domain/domain-name.ts';
import { isTyped } from '#shared/domain/isolated.ts';
import type { AppError } from '#shared/errors.ts';
import { fail, ok, type Result } from '#shared/result.ts';
import { useStores } from '../app-stores.ts';
import { format } from './Formats.tsx';
import { ModalDialog } from './ModalDialog.tsx';
import { ErrorState } from './States.tsx';
import css from './page-parts.module.css';
import { reportBug } from '../bug-reports.ts';

interface Sending {
  readonly isBusy: boolean;
  readonly error: AppError | null;
  readonly start: () => Promise<AppError | null>;
}

/**
 * Sends once at a time.
 *
 * @param send A failure is shown in the dialog, which stays open. Null is neither: the dialog stays as it is.
 */
function useSending<T>(send: () => Promise<Result<T> | null>, onSuccess: (value: T) => void): Sending {
  const { request } = useStores().bridge;
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);

  async function start(): Promise<AppError | null> {
    if (isBusy) return null;
    setBusy(true);
    setError(null);
    const result = await send()
      .catch(toBug)
      .finally(() => setBusy(false));
    if (result === null) return null;
    if (!result.ok) {
      setError(result.error);
      return result.error;
    }
    onSuccess(result.value);
    return null;
  }

  /** A request that throws is a bug: it is logged and shown, and can be tried again. */
  async function toBug(thrown: unknown): Promise<Result<never>> {
    const incidentId = await reportBug(request, thrown);
    return fail({ kind: 'bug', incidentId: incidentId ?? 'unknown' });
  }

  return { isBusy, error, start };
}

interface DialogProps {
  readonly title: ReactNode;
  /** In px. */
  readonly size?: number;
  readonly onClose: () => void;
  /** On the button that goes on. */
  readonly action: ReactNode;
  /** On the button that does not. */
  readonly cancel?: string;
  /** Left of the buttons. */
  readonly hint?: ReactNode;
  readonly color?: MantineColor;
  /** The subject of an error: "Nothing was exported". */
  readonly about?: string;
  /** Replaces the usual error. */
  readonly onError?: (error: AppError, again: () => void) => ReactNode;
  /** False disables the action. */
  readonly isReady?: boolean;
  /** No cancelling while it is sent: what was begun goes on outside of the page. */
  readonly staysWhileSent?: boolean;
}

interface FrameProps extends DialogProps {
  readonly sending: Sending;
  readonly submit: (event?: SyntheticEvent<HTMLFormElement>) => void;
  readonly isShownInField?: boolean;
  /** Which button gets the focus at first; none where a field does. */
  readonly focus: 'action' | 'cancel' | null;
  /** In place of the form. */
  readonly inPlace?: ReactNode;
  /** Something was typed that would be lost: Escape, or a click beside the dialog, asks first. */
  readonly isTyped?: boolean;
  readonly children: ReactNode;
}

function DialogFrame(props: FrameProps) {
  const { title, size = 520, onClose, inPlace = null, isTyped = false } = props;
  /** What had the focus when it was asked. */
  const [asked, setAsked] = useState<{ readonly focused: Element | null } | null>(null);

  const isSent = props.staysWhileSent === true && props.sending.isBusy;

  function goOn(): void {
    const before = asked?.focused;
    const isInside = before instanceof HTMLElement && before.closest('[role="dialog"]') !== null;
    const to = isInside ? before : document.querySelector('[role="dialog"] [data-autofocus]');
    if (to instanceof HTMLElement) to.focus();
    setAsked(null);
  }

  function leave(): void {
    if (isSent) return;
    if (asked !== null && inPlace === null) goOn();
    else if (isTyped && inPlace === null) setAsked({ focused: document.activeElement });
    else onClose();
  }

  return (
    <ModalDialog onClose={leave} title={title} size={size} isReadOut={props.focus !== null}>
      {inPlace ?? <DialogBody {...props} discarding={asked === null ? null : { goOn, discard: onClose }} />}
    </ModalDialog>
  );
}

interface Discarding {
  readonly goOn: () => void;
  readonly discard: () => void;
}

const DiscardEnd = ({ goOn, discard }: Discarding) => (
  <Group gap="sm" justify="flex-end" role="alert">
    <Text flex={1}>Discard what you typed?</Text>
    <Button onClick={goOn} autoFocus>
      Keep editing
    </Button>
    <Button variant="filled" color="danger" onClick={discard}>
      Discard
    </Button>
  </Group>
);

function DialogBody(props: FrameProps & { readonly discarding: Discarding | null }) {
  const { onClose, action, cancel = 'Cancel', hint, color = 'accent', isReady = true, focus } = props;
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady && props.discarding === null) props.submit(event);
      }}
    >
      <Stack>
        {' '}
        {props.children}
        <DialogTrouble {...props} />
        {props.discarding !== null && <DiscardEnd {...props.discarding} />}
        <DialogEnd hint={hint} isHidden={props.discarding !== null}>
          <Button
            onClick={onClose}
            disabled={props.staysWhileSent === true && props.sending.isBusy}
            data-autofocus={focus === 'cancel' || undefined}
          >
            {cancel}
          </Button>
          <Button
            variant="filled"
            type="submit"
            color={color}
            disabled={!isReady}
            loading={props.sending.isBusy}
            data-autofocus={focus === 'action' || undefined}
          >
            {action}
          </Button>
        </DialogEnd>
      </Stack>
    </form>
  );
}

function DialogTrouble({ sending: { error }, about, onError, isShownInField = false, submit }: FrameProps) {
  if (error === null || isShownInField) return null;
  if (onError !== undefined) return onError(error, submit);
  return <ErrorState error={error} about={about} remedies={{ 'try-again': () => submit() }} />;
}

interface DialogEndProps {
  /** Left of the buttons. */
  readonly hint?: ReactNode;
  readonly isHidden?: boolean;
  readonly children: ReactNode;
}

/** The buttons of a dialog, with a hint left of them: in sight, however long the dialog is. */
export const DialogEnd = ({ hint, isHidden = false, children }: DialogEndProps) => (
  <Group
    gap="sm"
    justify="flex-end"
    wrap="nowrap"
    display={isHidden ? 'none' : undefined}
    className={css['dialogEnd'] ?? ''}
  >
    {hint !== undefined && hint !== '' && (
      <Text flex={1} size="xs" c="dimmed" role="status">
        {hint}
      </Text>
    )}
    {children}
  </Group>
);

/** For `matches`: the text in upper or lower case, as `isTyped` compares. */
export const inAnyCase =
  (text: string) =>
  (typed: string): boolean =>
    isTyped(typed, text);

interface TypedText {
  /** Says what must be typed. */
  readonly label: ReactNode;
  readonly matches: (typed: string) => boolean;
  /** Whether digits are asked for. */
  readonly isNumber?: boolean;
}

interface ConfirmDialogProps<T> extends DialogProps {
  /** What is lost and what stays; `false` and null are left out. */
  readonly consequences?: readonly ReactNode[];
  /** Which button has the focus at first; unless given `cancel` where the color is `danger`, and `action` elsewhere. */
  readonly focus?: 'action' | 'cancel';
  /** Must be typed before the action works; null where nothing must. */
  readonly typed?: TypedText | null;
  /** Gets what was typed; empty where nothing had to be. */
  readonly onConfirm: (typed: string) => Promise<Result<T> | null>;
  readonly onDone?: (value: T) => void;
  /** The subject, above the consequences. */
  readonly children?: ReactNode;
}

/**
 * Asks before something is done that matters: what it is about, what follows from it, and where much is lost, a text to type.
 * With `color="danger"` the button that does not go on has the focus at first. After success it closes.
 *
 * ```tsx
 * <ConfirmDialog
 *   title="Remove this session?"
 *   consequences={['Its names are forgotten.', isRunning && 'It stops asking.']}
 *   typed={findings > 0 ? { label: 'Type the session’s name to remove it', matches: inAnyCase(session.name) } : null}
 *   action="Remove the session" color="danger"
 *   onConfirm={() => sessions.actions.remove(session.id)}
 *   onDone={() => notices.actions.say(`Removed ${isolated(session.name)}`)}
 *   onClose={onClose}
 * >
 *   <Text fw={600}>{session.name}</Text>
 * </ConfirmDialog>
 * ```
 */
export function ConfirmDialog<T>(props: ConfirmDialogProps<T>) {
  const { typed = null, consequences = [], onConfirm, onDone, onClose, children } = props;
  const [text, setText] = useState('');
  const sending = useSending(
    () => onConfirm(text),
    (value) => {
      onClose();
      onDone?.(value);
    },
  );
  const isSure = typed === null || typed.matches(text);
  const focus = props.focus ?? (props.color === 'danger' ? 'cancel' : 'action');
  return (
    <DialogFrame
      {...props}
      isReady={isSure && (props.isReady ?? true)}
      sending={sending}
      submit={() => void sending.start()}
      focus={typed === null ? focus : null}
    >
      {children}
      <Consequences of={consequences} />
      {typed !== null && (
        <TextInput
          label={typed.label}
          value={text}
          inputMode={typed.isNumber === true ? 'numeric' : undefined}
          maxLength={typed.isNumber === true ? mostDigits : undefined}
          onChange={(event) => setText(event.currentTarget.value)}
          data-autofocus
        />
      )}
    </DialogFrame>
  );
}

interface AskBeforeLeavingProps {
  /** Whether anything would be lost. */
  readonly isChanged: boolean;
  readonly title: string;
  /** What would be lost. */
  readonly children: ReactNode;
}

/** Asks before another screen is opened while there is input that would be lost. */
export function AskBeforeLeaving({ isChanged, title, children }: AskBeforeLeavingProps) {
  const { route } = useStores();
  const [goOn, setGoOn] = useState<(() => void) | null>(null);
  useEffect(() => {
    if (!isChanged) return undefined;
    route.actions.holdBack((leave) => setGoOn(() => leave));
    return () => route.actions.holdBack(null);
  }, [route, isChanged]);
  if (goOn === null) return null;
  return (
    <ConfirmDialog
      title={title}
      size={440}
      action="Discard and leave"
      cancel="Stay"
      color="danger"
      onConfirm={() => Promise.resolve(ok(null))}
      onDone={goOn}
      onClose={() => setGoOn(null)}
    >
      {children}
    </ConfirmDialog>
  );
}

/** Whether the component is still drawn. */
export function useIsHere(): RefObject<boolean> {
  const isHere = useRef(true);
  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);
  return isHere;
}

/** Of a typed count, with its separators. */
const mostDigits = 8;

/** What follows from something, point by point; `false` and null are left out. */
export function Consequences({ of }: { readonly of: readonly ReactNode[] }) {
  const points = of.filter((point) => point !== false && point !== null);
  if (points.length === 0) return null;
  return (
    <Stack component="ul" gap="sm" pl="md" style={{ listStyle: 'disc' }}>
      {points.map((point, index) => (
        // The points of a dialog do not change their order.
        <li key={index}>{point}</li>
      ))}
    </Stack>
  );
}

interface FewNamesProps {
  /** As A-labels. */
  readonly names: readonly string[];
  readonly most?: number;
}

/** In Unicode, with the A-labels where they differ: names that look alike are told apart. */
function bothForms(name: string): ReactNode {
  const unicode = toUnicode(name);
  if (unicode === name) return name;
  return (
    <>
      <bdi dir="ltr">{unicode}</bdi> ({name})
    </>
  );
}

/** The first of some domain names, and the number of the others. A name is not broken at a hyphen as long as it fits. */
export const FewNames = ({ names, most = 3 }: FewNamesProps) => (
  <p className="mono selectable">
    {names.slice(0, most).map((name, index, { length }) => (
      <Fragment key={name}>
        {index > 0 && ' '}
        <Text span inherit display="inline-block" maw="100%" style={{ overflowWrap: 'anywhere' }}>
          {bothForms(name)}
          {/* On the line of the name before it. */}
          {index < length - 1 && <span>,</span>}
        </Text>
      </Fragment>
    ))}
    {names.length > most && ` and ${format.count(names.length - most)} more`}
  </p>
);

export type DialogForm<V> = UseFormReturnType<V, V, (values: V) => Record<string, ReactNode>>;

interface FormDialogProps<V extends object, S, T> extends DialogProps {
  /** From `zod/mini`: main's own schemas weigh too much for the page. Its output is what is sent. */
  readonly schema: ZodMiniType<S, V>;
  readonly initialValues: V;
  readonly onSubmit: (values: S) => Promise<Result<T> | null>;
  readonly onDone?: (value: T) => void;
  /** The action works with missing values too, and shows what is missing. By default it is disabled until all is valid. */
  readonly showsMissing?: boolean;
  /** Escape, or a click beside the dialog, asks before what was typed is lost. */
  readonly asksFirst?: boolean;
  /** More was typed than the fields of the form. */
  readonly isTyped?: boolean;
  /** Nothing is left to be filled in: it is submitted as it opens. It stays where that fails. */
  readonly submitsAtOnce?: boolean;
  /** Drawn after success in place of the form; without it, the dialog closes. `back` leads to the form again. */
  readonly report?: (value: T, back: (news: Partial<V>) => void) => ReactNode;
  readonly children: (form: DialogForm<V>) => ReactNode;
}

/**
 * A dialog with fields. The schema says what is valid; an `invalid-input` of one of the fields is shown at the field, any other
 * failure above the buttons. After success it closes.
 *
 * ```tsx
 * const schema = z.object({ name: z.string().check(z.trim(), z.minLength(1)) });
 * <FormDialog
 *   title="Rename" size={480} action="Rename"
 *   schema={schema} initialValues={{ name: session.name }}
 *   onSubmit={({ name }) => sessions.actions.rename(session.id, name)}
 *   onClose={onClose}
 * >
 *   {(form) => <TextInput label="Name" maxLength={120} data-autofocus {...form.getInputProps('name')} />}
 * </FormDialog>
 * ```
 */
export function FormDialog<V extends object, S, T>(props: FormDialogProps<V, S, T>) {
  const { schema, initialValues, onSubmit, onDone, onClose, showsMissing = false, report, children } = props;
  const [done, setDone] = useState<{ readonly value: T } | null>(null);
  const form = useForm<V>({ initialValues, validate: schemaResolver(schema, { sync: true }) });
  const parsed = safeParse(schema, form.values);
  const send = () => (parsed.success ? onSubmit(parsed.data) : Promise.resolve(null));
  const sending = useSending(send, (value) => {
    onDone?.(value);
    if (report === undefined) onClose();
    else setDone({ value });
  });

  async function start(): Promise<void> {
    const error = await sending.start();
    if (error !== null && isOfField(error, form.values)) form.setFieldError(error.field, error.reason);
  }

  function back(news: Partial<V>): void {
    form.setValues(news);
    setDone(null);
  }

  const atOnce = useEffectEvent(() => {
    if (props.submitsAtOnce === true && parsed.success && props.isReady !== false) void start();
  });
  useEffect(() => atOnce(), []);

  const { error } = sending;
  return (
    <DialogFrame
      {...props}
      inPlace={done === null ? null : report?.(done.value, back)}
      isReady={(showsMissing || parsed.success) && (props.isReady ?? true)}
      isTyped={props.asksFirst === true && (form.isDirty() || props.isTyped === true)}
      sending={sending}
      submit={form.onSubmit(() => void start())}
      isShownInField={error !== null && isOfField(error, form.values)}
      focus={null}
    >
      {children(form)}
    </DialogFrame>
  );
}

const isOfField = (error: AppError, values: object): error is Extract<AppError, { kind: 'invalid-input' }> =>
  error.kind === 'invalid-input' && error.field in values;
