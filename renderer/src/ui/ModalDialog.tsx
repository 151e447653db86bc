import { Box, Modal, type ModalRootProps } from '@mantine/core';
import { type ReactNode, useEffect, useState } from 'react';
import { giveFocus, partsAround } from './focus.ts';

interface ModalDialogProps extends Pick<ModalRootProps, 'size' | 'onClose' | 'children'> {
  readonly title: ReactNode;
  /** A screen reader reads all of it out when it opens: it is short, and has no fields. */
  readonly isReadOut?: boolean;
}

/** A modal window that is drawn as long as it is open. */
export function ModalDialog({ title, isReadOut = false, children, ...root }: ModalDialogProps) {
  const [before] = useState(() => partsAround());
  // Mantine gives it back for a modal alone that stays drawn when it is closed.
  useEffect(() => () => giveFocus(before), [before]);
  return (
    <Modal.Root opened centered transitionProps={{ duration: 120, transition: 'fade' }} {...root}>
      <Modal.Overlay backgroundOpacity={0.4} />
      <Modal.Content>
        <Modal.Header>
          <Modal.Title>{title}</Modal.Title>
          <Modal.CloseButton aria-label="Close" />
        </Modal.Header>
        {/* Mantine describes a dialog by its body: fields and buttons too, one after the other. */}
        {isReadOut ? (
          <Modal.Body>{children}</Modal.Body>
        ) : (
          <Box p="md" pt={0} className="mantine-Modal-body">
            {children}
          </Box>
        )}
      </Modal.Content>
    </Modal.Root>
  );
}
