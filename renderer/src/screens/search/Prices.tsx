import type { Price, PriceList } from '#shared/domain/price.ts';
import { priceText } from '../../lib/price-text.ts';
import css from './details.module.css';

/** The prices as they were given, by period. What was not given says so. */
export function Prices({ prices }: { readonly prices: PriceList }) {
  return (
    <section>
      <h3 className={css['section']}>Prices</h3>
      {prices.length === 0 ? (
        <p className={css['quiet']}>Not given</p>
      ) : (
        <table className={css['prices']}>
          <thead>
            <tr>
              <th scope="col">Period</th>
              <th scope="col">Register</th>
              <th scope="col">Transfer</th>
              <th scope="col">Renew</th>
            </tr>
          </thead>
          <tbody>
            {prices.map((price) => (
              <tr key={price.period}>
                <th scope="row">{price.period === 1 ? '1 year' : `${price.period} years`}</th>
                <Cell price={price.register} />
                <Cell price={price.transfer} />
                <Cell price={price.renew} />
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </section>
  );
}

const Cell = ({ price }: { readonly price: Price }) => <td data-kind={price.kind}>{priceText(price)}</td>;
