// The page of a new token is the answer to a form: loading it again would make another token. From here on a reload leads to the account.

history.replaceState(null, "", location.pathname.replace(/\/tokens$/, ""));
