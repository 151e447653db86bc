/*
 * The other end of a named pipe, for tests of who may attach (F9). It knows the pipe's name and nothing else.
 *
 *   pipe-peer listen PIPE FILE   takes one connection, writes what it is sent to FILE, answers with a proof of its own
 *   pipe-peer visit PIPE FILE    connects, greets, sends a proof of its own and a command line; writes the answers to FILE
 */
#include <windows.h>
#include <stdio.h>
#include <string.h>

#define NONSENSE "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"

static const char *const answers[] = {
    "{\"kind\":\"host-proof\",\"nonce\":\"" NONSENSE "\",\"proof\":\"" NONSENSE "\"}\n",
};
static const char *const greetings[] = {
    "{\"kind\":\"hello\",\"nonce\":\"" NONSENSE "\"}\n",
    "{\"kind\":\"visitor-proof\",\"proof\":\"" NONSENSE "\"}\n",
    "{\"kind\":\"run\",\"args\":[\"session\",\"list\"],\"cwd\":\"C:\\\\\",\"calledAs\":\"namedesk\",\"columns\":null}\n",
};

static void note(FILE *file, const char *bytes, DWORD length) {
  fwrite(bytes, 1, length, file);
  fflush(file);
}

int main(int count, char **words) {
  char bytes[65536];
  DWORD length;
  HANDLE pipe;
  FILE *file;
  size_t step;
  if (count != 4 || (file = fopen(words[3], "wb")) == NULL) return 2;
  if (strcmp(words[1], "listen") == 0) {
    pipe = CreateNamedPipeA(words[2], PIPE_ACCESS_DUPLEX, PIPE_TYPE_BYTE | PIPE_WAIT, 1, 65536, 65536, 0, NULL);
    if (pipe == INVALID_HANDLE_VALUE) return 3;
    puts("listening");
    fflush(stdout);
    if (!ConnectNamedPipe(pipe, NULL) && GetLastError() != ERROR_PIPE_CONNECTED) return 4;
    if (!ReadFile(pipe, bytes, sizeof bytes, &length, NULL)) return 5;
    note(file, bytes, length);
    WriteFile(pipe, answers[0], strlen(answers[0]), &length, NULL);
  } else {
    pipe = CreateFileA(words[2], GENERIC_READ | GENERIC_WRITE, 0, NULL, OPEN_EXISTING, 0, NULL);
    if (pipe == INVALID_HANDLE_VALUE) return 3;
    for (step = 0; step < sizeof greetings / sizeof *greetings; step++) {
      WriteFile(pipe, greetings[step], strlen(greetings[step]), &length, NULL);
      if (step == 0 && ReadFile(pipe, bytes, sizeof bytes, &length, NULL)) note(file, bytes, length);
    }
  }
  /* Whatever more comes, until the other side closes it. */
  while (ReadFile(pipe, bytes, sizeof bytes, &length, NULL) && length > 0) note(file, bytes, length);
  fclose(file);
  return 0;
}
