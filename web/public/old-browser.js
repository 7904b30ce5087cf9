// Browsers without modules load it, and no others.
location.replace('/old-browser.html');
