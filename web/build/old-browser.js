// Every browser runs it after the first script, or after what it made of that. A browser without import maps cannot
// run the app. Its syntax is ES5, which all of them read.
(function () {
  var supports = window.HTMLScriptElement && HTMLScriptElement.supports;
  // Chrome 89 to 95 cannot tell.
  var has = supports
    ? HTMLScriptElement.supports('importmap')
    : /Chrom\w+\/(89|9\d)\./.test(navigator.userAgent);
  if (!has) location.replace('/old-browser.html');
})();
