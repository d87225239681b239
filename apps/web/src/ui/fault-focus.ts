/** How long (ms) a press may wait for its response: longer than a call may take. */
const LONGEST_WAIT = 45_000;

/** The first faulty field, or the first input of the first faulty group (`data-faulty`). */
function faultyField(within: Element): HTMLElement | null {
  const faulty = within.querySelector<HTMLElement>('[aria-invalid="true"], [data-faulty]');
  return faulty?.matches('[data-faulty]') ? faulty.querySelector('input') : faulty;
}

/**
 * After a press in a form or dialog, moves the focus to the faulty field if the action failed. If it succeeded, or no field is named, moves
 * the focus back to the button, which lost it while busy. Listens once for all forms. Returns a function that stops listening.
 */
export function focusFaults(page: Document): () => void {
  let stop = () => {};

  function watch(button: HTMLElement, scope: Element) {
    stop();
    const from = page.activeElement;
    const alertBefore = scope.querySelector('[role="alert"]');
    let wasBusy = false;
    const look = () => {
      const field = faultyField(scope);
      const isBusy = button.matches(':disabled');
      const isOver = field !== null || (wasBusy && !isBusy) || scope.querySelector('[role="alert"]') !== alertBefore;
      wasBusy ||= isBusy;
      const { activeElement } = page;
      // The person may have moved the focus meanwhile, and a busy button takes no focus.
      const isFree = activeElement === page.body || activeElement === button || activeElement === from;
      if (!isOver || !isFree || (field === null && isBusy)) return;
      (field ?? button).focus();
      stop();
    };
    const observer = new MutationObserver(look);
    observer.observe(scope, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['aria-invalid', 'data-faulty', 'disabled'],
    });
    // A form may show the same fault as after the previous press, without any change in the page that could be observed.
    const frame = requestAnimationFrame(look);
    const timer = setTimeout(() => stop(), LONGEST_WAIT);
    stop = () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      clearTimeout(timer);
      stop = () => {};
    };
  }

  /** Enter in a field presses the form's button too. */
  const onClick = ({ target }: Event) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('button') : null;
    const scope = button?.closest('form, [role="dialog"]');
    if (button && scope) watch(button, scope);
  };
  const goOn = () => stop();
  page.addEventListener('click', onClick);
  page.addEventListener('input', goOn);
  return () => {
    stop();
    page.removeEventListener('click', onClick);
    page.removeEventListener('input', goOn);
  };
}
