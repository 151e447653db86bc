/*
 * `namedesk` on Windows, as it is typed: starts Namedesk.exe, which is no program for consoles, and waits for it.
 *
 * Without a word it opens the window; with any it is the command line, whose words stand behind "--", where Chromium
 * takes nothing for a switch. Where nothing is redirected, the runtime itself attaches to this console. Else
 *
 *   - it would show nothing on the console that is left, so what is written there goes through a pipe and this program;
 *   - its first line on standard output is an empty one, for prompts, and would stand in a file: it is taken away;
 *   - Ctrl+C does not reach it: the first one says so, the second ends it at once.
 *
 * Source: Electron, shell/app/electron_main_win.cc (RouteStdioToConsole) and electron_main_delegate.cc.
 */
#include <windows.h>
#include <wchar.h>

static HANDLE child;
static LONG interrupts;

static int fail(const char *text) {
  DWORD written;
  WriteFile(GetStdHandle(STD_ERROR_HANDLE), text, lstrlenA(text), &written, NULL);
  return 1;
}

/* What follows the program's own name, as it was typed. */
static const wchar_t *words_typed(void) {
  const wchar_t *at = GetCommandLineW();
  int quoted = 0;
  for (; *at && (quoted || (*at != L' ' && *at != L'\t')); at++)
    if (*at == L'"') quoted = !quoted;
  while (*at == L' ' || *at == L'\t') at++;
  return at;
}

static int is_console(HANDLE handle) {
  DWORD mode;
  return GetConsoleMode(handle, &mode);
}

static int is_there(HANDLE handle) { return handle != NULL && handle != INVALID_HANDLE_VALUE; }

static BOOL WINAPI interrupted(DWORD kind) {
  if (kind != CTRL_C_EVENT && kind != CTRL_BREAK_EVENT) return FALSE;
  if (InterlockedIncrement(&interrupts) == 1)
    fail("\nnamedesk: Its output goes to a file, so it goes on. Ctrl+C again ends it at once, whatever it is doing.\n");
  else
    TerminateProcess(child, 130);
  return TRUE;
}

/* Where nothing is redirected the runtime hears Ctrl+C by itself, and says how it ends. */
static BOOL WINAPI left_to_it(DWORD kind) { return kind == CTRL_C_EVENT || kind == CTRL_BREAK_EVENT; }

struct pump {
  HANDLE from, to;
  int takes_line_away;
};

static DWORD WINAPI pump(void *given) {
  struct pump *of = given;
  char bytes[65536];
  DWORD length = 0, got, written;
  int begun = !of->takes_line_away;
  while (ReadFile(of->from, bytes + length, sizeof bytes - length, &got, NULL) && got > 0) {
    char *at = bytes;
    length += got;
    if (!begun && length < 2 && bytes[0] == '\r') continue;
    if (!begun && length >= 2 && bytes[0] == '\r' && bytes[1] == '\n') at += 2, length -= 2;
    begun = 1;
    for (; length > 0; at += written, length -= written)
      if (!WriteFile(of->to, at, length, &written, NULL)) {
        CloseHandle(of->from); /* Its reader is gone: so is ours. */
        return 0;
      }
  }
  return 0;
}

/* A pipe to one of our outputs, whose other end the runtime gets. */
static HANDLE piped(struct pump *of, DWORD which, HANDLE *thread) {
  SECURITY_ATTRIBUTES inherited = {sizeof inherited, NULL, TRUE};
  HANDLE end;
  of->to = GetStdHandle(which);
  of->takes_line_away = which == STD_OUTPUT_HANDLE;
  if (!CreatePipe(&of->from, &end, &inherited, 0)) return NULL;
  SetHandleInformation(of->from, HANDLE_FLAG_INHERIT, 0);
  *thread = CreateThread(NULL, 0, pump, of, 0, NULL);
  return end;
}

int wmain(void) {
  static wchar_t program[32768], line[65536];
  static struct pump pumps[2];
  HANDLE threads[2], in = GetStdHandle(STD_INPUT_HANDLE);
  STARTUPINFOW startup = {.cb = sizeof startup};
  PROCESS_INFORMATION started;
  DWORD length = GetModuleFileNameW(NULL, program, 32768), code = 1;
  const wchar_t *typed = words_typed();
  wchar_t *folder;
  int redirected, step;

  /* …\bin\namedesk.exe stands below the folder of the program. */
  for (step = 0; step < 2; step++) {
    folder = wcsrchr(program, L'\\');
    if (length == 0 || length >= 32768 || folder == NULL) return fail("namedesk: Its own folder was not found.\n");
    *folder = 0;
  }
  wcscat(program, L"\\Namedesk.exe");
  if (wcslen(program) + wcslen(typed) > 65000) return fail("namedesk: The command is too long.\n");
  wcscat(wcscat(wcscpy(line, L"\""), program), L"\"");
  if (*typed) wcscat(wcscat(line, L" --log-level=3 --disable-gpu -- "), typed);

  redirected = !is_console(in) || !is_console(GetStdHandle(STD_OUTPUT_HANDLE)) || !is_console(GetStdHandle(STD_ERROR_HANDLE));
  if (*typed && redirected) {
    startup.dwFlags = STARTF_USESTDHANDLES;
    startup.hStdInput = is_there(in) ? in : NULL;
    SetHandleInformation(in, HANDLE_FLAG_INHERIT, HANDLE_FLAG_INHERIT);
    startup.hStdOutput = piped(&pumps[0], STD_OUTPUT_HANDLE, &threads[0]);
    startup.hStdError = piped(&pumps[1], STD_ERROR_HANDLE, &threads[1]);
  }
  SetConsoleCtrlHandler(redirected ? interrupted : left_to_it, TRUE);
  if (!CreateProcessW(program, line, NULL, NULL, *typed && redirected, 0, NULL, NULL, &startup, &started))
    return fail("namedesk: Namedesk.exe could not be started.\n");
  if (!*typed) return 0;
  child = started.hProcess;
  if (redirected) {
    CloseHandle(startup.hStdOutput);
    CloseHandle(startup.hStdError);
  }
  WaitForSingleObject(child, INFINITE);
  GetExitCodeProcess(child, &code);
  /* What it has started may hold the pipes, and is not waited for. */
  if (redirected) WaitForMultipleObjects(2, threads, TRUE, 5000);
  return (int)code;
}
