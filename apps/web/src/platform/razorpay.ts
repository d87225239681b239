import type { Answer } from '@abhyas/contract/endpoint';
import type { getOrder } from '@abhyas/contract/payments/payments';

type Checkout = NonNullable<Answer<typeof getOrder>['checkout']>;

/** The result of the checkout after a payment. */
export interface SignedPayment {
  razorpay_order_id: string;
  razorpay_payment_id: string;
  razorpay_signature: string;
}

/** The part of Razorpay's checkout that we use. */
interface RazorpayOptions extends Omit<Checkout, 'provider' | 'key_id'> {
  key: string;
  handler: (payment: SignedPayment) => void;
  modal: { ondismiss: () => void };
}

declare global {
  interface Window {
    Razorpay?: new (options: RazorpayOptions) => { open(): void };
  }
}

const SCRIPT = 'https://checkout.razorpay.com/v1/checkout.js';

function load(): Promise<NonNullable<Window['Razorpay']>> {
  if (window.Razorpay) return Promise.resolve(window.Razorpay);
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = SCRIPT;
    script.async = true;
    script.onload = () => {
      if (window.Razorpay) resolve(window.Razorpay);
      // not translated: for developers
      else reject(new Error('Razorpay’s script loaded, but defines nothing'));
    };
    script.onerror = () => {
      script.remove();
      // not translated: for developers
      reject(new Error('Razorpay’s script could not be loaded'));
    };
    document.head.append(script);
  });
}

/** Whether the browser loaded the page from exactly this address. Only then does the page's policy allow the checkout. */
export function isLoadedHere(): boolean {
  const [navigation] = performance.getEntriesByType('navigation');
  return navigation !== undefined && new URL(navigation.name).pathname === location.pathname;
}

/** Opens Razorpay's checkout; its script is loaded only now. Resolves with the payment, or with null when the person closes it. */
export async function openRazorpay({ provider: _provider, key_id, ...checkout }: Checkout): Promise<SignedPayment | null> {
  const Razorpay = await load();
  return new Promise((resolve) => {
    new Razorpay({ ...checkout, key: key_id, handler: resolve, modal: { ondismiss: () => resolve(null) } }).open();
  });
}
