import { assertNever } from '#shared/assert-never.ts';
import type { Template } from '#shared/domain/portfolio.ts';
import { templateFields } from '../domains/contacts/filling.ts';
import { ContactTemplateForm } from './ContactTemplateForm.tsx';
import { HostsTemplateForm } from './HostsTemplateForm.tsx';
import { RemoveTemplate } from './RemoveTemplate.tsx';
import { RenameTemplate } from './RenameTemplate.tsx';

/** What a person wants to do with a template. */
export type Asked =
  | { readonly to: 'make'; readonly of: Template['kind'] }
  | { readonly to: 'edit' | 'rename' | 'remove'; readonly template: Template };

interface Props {
  readonly asked: Asked;
  readonly onClose: (isChanged: boolean) => void;
}

/** The dialog for it. */
export function TemplateDialog({ asked, onClose }: Props) {
  switch (asked.to) {
    case 'make':
      return <Form template={fresh(asked.of)} id={null} onClose={onClose} />;
    case 'edit':
      return <Form template={asked.template} id={asked.template.id} onClose={onClose} />;
    case 'rename':
      return <RenameTemplate template={asked.template} onClose={onClose} />;
    case 'remove':
      return <RemoveTemplate template={asked.template} onClose={onClose} />;
    default:
      return assertNever(asked);
  }
}

const fresh = (kind: Template['kind']): Template =>
  kind === 'contact'
    ? { id: '', name: '', kind, fields: templateFields([]) }
    : { id: '', name: '', kind, nameservers: [] };

interface FormProps extends Pick<Props, 'onClose'> {
  readonly template: Template;
  readonly id: string | null;
}

const Form = ({ template, id, onClose }: FormProps) =>
  template.kind === 'contact' ? (
    <ContactTemplateForm template={template} id={id} onClose={onClose} />
  ) : (
    <HostsTemplateForm template={template} id={id} onClose={onClose} />
  );
