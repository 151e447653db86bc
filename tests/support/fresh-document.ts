// Test files share one environment: what the file before left on the page is not there for the next one.
if (typeof document !== 'undefined') document.body.replaceChildren();
