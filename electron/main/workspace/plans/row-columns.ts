/** Of rows `r`: why it is left out, whoever said so. What was found by reading stands before what was said by hand. */
export const leftOutNow = `coalesce(r.left_out, CASE r.by_hand WHEN 1 THEN 'by-hand' END)`;
