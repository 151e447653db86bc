; The user's Path, an entry more or an entry less. Its text is never in a variable of the installer: these hold 1,024
; characters, and a longer Path would be cut off there, for good. It stays as it is wherever something is not as expected.

!include "WinMessages.nsh"

!define ENVIRONMENT_KEY "Environment"
; HKEY_CURRENT_USER, as a handle of 64 bits.
!define CURRENT_USER -2147483647
; KEY_QUERY_VALUE and KEY_SET_VALUE.
!define READ_AND_SET 0x0003
!define NOT_FOUND 2
!define REG_SZ 1
!define REG_EXPAND_SZ 2

; Pushes one entry; pops nothing. $R0 key, $R1 type, $R2 bytes, $R3 the text between two ";", $R4 its length, $R5 where the entry is.
!macro PathFunctions un
  Function ${un}OpenPath
    StrCpy $R3 0
    System::Call 'advapi32::RegOpenKeyExW(p ${CURRENT_USER}, w "${ENVIRONMENT_KEY}", i 0, i ${READ_AND_SET}, *p .R0) i .r9'
    ${If} $9 <> 0
      Return
    ${EndIf}
    System::Call 'advapi32::RegQueryValueExW(p R0, w "Path", p 0, *i .R1, p 0, *i .R2) i .r9'
    ${If} $9 = ${NOT_FOUND}
      StrCpy $R1 ${REG_EXPAND_SZ}
      StrCpy $R2 0
    ${ElseIf} $9 <> 0
      Call ${un}ClosePath
      Return
    ${EndIf}
    ${If} $R1 <> ${REG_SZ}
    ${AndIf} $R1 <> ${REG_EXPAND_SZ}
      Call ${un}ClosePath
      Return
    ${EndIf}
    ; Room for ";" on both sides, one entry more, and the end; all of it is zero.
    IntOp $0 $R2 + 4096
    System::Alloc $0
    Pop $R3
    System::Call '*$R3(&w1 ";")'
    ${If} $R2 > 0
      IntPtrOp $1 $R3 + 2
      System::Call 'advapi32::RegQueryValueExW(p R0, w "Path", p 0, p 0, p r1, *i R2R2) i .r9'
      ${If} $9 <> 0
        Call ${un}ClosePath
        Return
      ${EndIf}
    ${EndIf}
    System::Call 'kernel32::lstrlenW(p R3) i .R4'
    System::Call 'kernel32::lstrcatW(p R3, w ";")'
    System::Call 'shlwapi::StrStrIW(p R3, w ";$INSTDIR\bin;") p .R5'
  FunctionEnd

  Function ${un}ClosePath
    System::Call 'advapi32::RegCloseKey(p R0)'
    ${If} $R3 P<> 0
      System::Free $R3
    ${EndIf}
    StrCpy $R3 0
  FunctionEnd

  ; Writes the text at $R3 without the ";" on both sides, and tells the programs that run.
  Function ${un}WritePath
    System::Call 'kernel32::lstrlenW(p R3) i .R4'
    IntPtrOp $1 $R3 + 2
    IntOp $0 $R4 - 1
    IntOp $0 $0 * 2
    IntPtrOp $2 $R3 + $0
    System::Call '*$2(&i2 0)'
    ${If} $R4 <= 2
      System::Call 'advapi32::RegDeleteValueW(p R0, w "Path")'
    ${Else}
      System::Call 'advapi32::RegSetValueExW(p R0, w "Path", i 0, i R1, p r1, i r0)'
    ${EndIf}
    SendMessage ${HWND_BROADCAST} ${WM_SETTINGCHANGE} 0 "STR:${ENVIRONMENT_KEY}" /TIMEOUT=5000
  FunctionEnd
!macroend

!insertmacro PathFunctions ""
!insertmacro PathFunctions "un."

Function AddToPath
  Call OpenPath
  ${If} $R3 P<> 0
    ${If} $R5 P= 0
      ; ";a;b;" becomes ";a;b;entry;", and a ";" that was there at the end stays the only one.
      System::Call 'kernel32::lstrcatW(p R3, w "$INSTDIR\bin;")'
      ${If} $R4 <= 1
        ; There was nothing: ";;entry;" has one too many.
        System::Call 'kernel32::lstrcpyW(p R3, w ";$INSTDIR\bin;")'
      ${EndIf}
      Call WritePath
    ${EndIf}
    Call ClosePath
  ${EndIf}
FunctionEnd

Function un.RemoveFromPath
  Call un.OpenPath
  ${If} $R3 P<> 0
    ${If} $R5 P<> 0
      StrLen $0 "$INSTDIR\bin;"
      IntOp $0 $0 * 2
      IntPtrOp $1 $R5 + 2
      IntPtrOp $2 $1 + $0
      System::Call 'kernel32::lstrlenW(p r2) i .r3'
      IntOp $3 $3 + 1
      IntOp $3 $3 * 2
      System::Call 'ntdll::RtlMoveMemory(p r1, p r2, p r3)'
      Call un.WritePath
    ${EndIf}
    Call un.ClosePath
  ${EndIf}
FunctionEnd
