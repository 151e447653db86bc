import { Age } from '../../../components/Age.tsx';
import { Fact, Facts } from '../../../components/Section.tsx';
import { priceText } from '../../../lib/price-text.ts';
import type { Review } from '../flow-state.ts';
import { LastChange } from '../LastChange.tsx';

/** What it costs as far as that is known, what there is to pay with, and what became of the last change of this kind. */
export const ReviewFacts = ({ review }: { readonly review: Review }) => (
  <Facts>
    {review.price !== null && (
      <Fact name="Price">
        <span className="figures">{priceText(review.price)}</span>
      </Fact>
    )}
    {review.credit !== null && (
      <Fact name="Credit">
        <span className="figures">{review.credit.amount}</span>, read <Age at={review.credit.readAt} />
      </Fact>
    )}
    <Fact name="Last of this kind">
      {review.last === null ? 'None from this computer' : <LastChange change={review.last} />}
    </Fact>
    <Fact name="Read">
      <Age at={review.readAt} />
    </Fact>
  </Facts>
);
