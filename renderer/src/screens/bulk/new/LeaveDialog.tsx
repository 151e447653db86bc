import { Button, Modal } from '@mantine/core';
import css from './new.module.css';

interface Props {
  readonly onStay: () => void;
  readonly onLeave: () => void;
}

/** Names were entered and no session was made of them. */
export function LeaveDialog({ onStay, onLeave }: Props) {
  return (
    <Modal opened onClose={onStay} title="Leave without making a session?" size={440}>
      <p>The names that you entered are forgotten. Files stay as they are, and nothing was asked yet.</p>
      <div className={css['end']}>
        <Button variant="default" onClick={onLeave}>
          Leave and forget them
        </Button>
        <Button data-autofocus onClick={onStay}>
          Stay here
        </Button>
      </div>
    </Modal>
  );
}
