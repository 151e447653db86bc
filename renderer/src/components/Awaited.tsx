import css from './awaited.module.css';

/** What is said while something is read. It appears late: an answer that is quick leaves nothing to flicker. */
export const Awaited = ({ children }: { readonly children: string }) => (
  <p role="status" className={css['awaited']}>
    {children}
  </p>
);
