// The page of a new token is the answer to a form: reloading it would make another token. After this module a reload opens the account
// page.

history.replaceState(null, "", location.pathname.replace(/\/tokens$/, ""));
