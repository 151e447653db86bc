; The installer for one user: nothing is written outside of the user's own folders and registry, and no administrator is asked.
; scripts/lib/installed/nsis.mjs gives what is defined from outside, and lists the files in a fixed order.
;
; Ends with: 0 done, 1 cancelled, 2 failed, 3 a newer version is installed, 4 Namedesk runs.

Unicode true
; The application is for 64 bits; so is its installer, and no registry or folder is redirected for it.
Target amd64-unicode
SetCompressor ${COMPRESSOR}
!include "LogicLib.nsh"
!include "FileFunc.nsh"
!include "WordFunc.nsh"
!include "Win\COM.nsh"
!include "Win\Propkey.nsh"
!include "MUI2.nsh"

!define PROGRAM "Namedesk.exe"
!define FOLDER "$LOCALAPPDATA\Programs\Namedesk"
!define UNINSTALLER "Uninstall Namedesk.exe"
!define ENTRY "Software\Microsoft\Windows\CurrentVersion\Uninstall\${APP_ID}"
!define AUTOSTART "Software\Microsoft\Windows\CurrentVersion\Run"
!define SHORTCUT "$SMPROGRAMS\Namedesk.lnk"
!define DATA "%APPDATA%\Namedesk"

!define FAILED 2
!define NEWER 3
!define RUNS 4

Name "${DISPLAY_NAME}"
OutFile "${OUT_FILE}"
InstallDir "${FOLDER}"
RequestExecutionLevel user
ManifestDPIAware true
ManifestSupportedOS Win10
CRCCheck force
AllowSkipFiles off
ShowInstDetails nevershow
BrandingText "${DISPLAY_NAME} ${DISPLAY_VERSION}"
VIProductVersion "${NUMBER}"
VIAddVersionKey "ProductName" "${DISPLAY_NAME}"
VIAddVersionKey "FileDescription" "${DISPLAY_NAME}: installer"
VIAddVersionKey "FileVersion" "${DISPLAY_VERSION}"
VIAddVersionKey "ProductVersion" "${DISPLAY_VERSION}"
VIAddVersionKey "CompanyName" "${PUBLISHER}"
VIAddVersionKey "LegalCopyright" "${COPYRIGHT}"
!ifdef SIGN_COMMAND
  !uninstfinalize '${SIGN_COMMAND}' = 0
!endif

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_WELCOMEPAGE_TITLE "${DISPLAY_NAME} ${DISPLAY_VERSION}"
!define MUI_WELCOMEPAGE_TEXT "${WELCOME}"
!define MUI_FINISHPAGE_RUN "$INSTDIR\${PROGRAM}"
!define MUI_FINISHPAGE_RUN_TEXT "Start Namedesk"
!define MUI_FINISHPAGE_NOAUTOCLOSE
!define MUI_UNCONFIRMPAGE_TEXT_TOP "Namedesk goes. What you did with it stays in ${DATA}: accounts, sessions, the portfolio, the journal, backups. API keys stay in the Credential Manager of Windows. Delete both by hand where you do not want them any more."
!insertmacro MUI_PAGE_WELCOME
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"

!include "path.nsh"

Var tries
Var isUpdate

; Whether the program, or a command of its command line, runs: then its file cannot be opened for writing. $0: "yes", or empty.
!macro RunningFunction un
  Function ${un}IsRunning
    StrCpy $0 ""
    ${If} ${FileExists} "$INSTDIR\${PROGRAM}"
      ClearErrors
      FileOpen $1 "$INSTDIR\${PROGRAM}" a
      ${If} ${Errors}
        StrCpy $0 "yes"
      ${Else}
        FileClose $1
      ${EndIf}
    ${EndIf}
  FunctionEnd

  ; Nothing is ever ended from here: what runs may be in the middle of a change that costs money.
  Function ${un}RefuseWhileItRuns
    again:
    Call ${un}IsRunning
    ${If} $0 == "yes"
      ${If} $tries > 0
        IntOp $tries $tries - 1
        Sleep 1000
        Goto again
      ${EndIf}
      MessageBox MB_RETRYCANCEL|MB_ICONEXCLAMATION "Namedesk is running, as a window or as a command. Let it finish, close it, then try again." /SD IDCANCEL IDRETRY again
      SetErrorLevel ${RUNS}
      Quit
    ${EndIf}
  FunctionEnd
!macroend
!insertmacro RunningFunction ""
!insertmacro RunningFunction "un."

Function .onInit
  ; Always there: whatever else is asked for, a folder that holds other things is never replaced.
  StrCpy $INSTDIR "${FOLDER}"
  StrCpy $isUpdate "no"
  StrCpy $tries 0
  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "--updated" $1
  ${IfNot} ${Errors}
    ; Started by the program itself, which is about to end.
    StrCpy $isUpdate "yes"
    StrCpy $tries 60
  ${EndIf}
  ReadRegStr $0 HKCU "${ENTRY}" "VersionNumber"
  ${VersionCompare} "$0" "${NUMBER}" $1
  ${If} $0 != ""
  ${AndIf} $1 = 1
    ReadRegStr $0 HKCU "${ENTRY}" "DisplayVersion"
    MessageBox MB_OK|MB_ICONSTOP "Namedesk $0 is installed, and newer than ${DISPLAY_VERSION}. Nothing was changed. To go back, remove it first; what you did with it stays." /SD IDOK
    SetErrorLevel ${NEWER}
    Quit
  ${EndIf}
  Call RefuseWhileItRuns
FunctionEnd

Function Failed
  SetOutPath "$TEMP"
  RMDir /r "$INSTDIR.new"
  MessageBox MB_OK|MB_ICONSTOP "Namedesk could not be installed: its folder $INSTDIR could not be replaced. What was there before is still there." /SD IDOK
  SetErrorLevel ${FAILED}
  Quit
FunctionEnd

Section
  ; Beside the version that is there, and then in its place: it is whole or not there.
  RMDir /r "$INSTDIR.new"
  ClearErrors
  !include "${FILE_LIST}"
  WriteUninstaller "$INSTDIR.new\${UNINSTALLER}"
  SetOutPath "$TEMP" ; a folder that somebody is in cannot be renamed
  ${If} ${Errors}
    Call Failed
  ${EndIf}
  Call RefuseWhileItRuns
  RMDir /r "$INSTDIR.old"
  ClearErrors
  ${If} ${FileExists} "$INSTDIR\*.*"
    Rename "$INSTDIR" "$INSTDIR.old"
    ${If} ${Errors}
      Call Failed
    ${EndIf}
  ${EndIf}
  Rename "$INSTDIR.new" "$INSTDIR"
  ${If} ${Errors}
    Rename "$INSTDIR.old" "$INSTDIR"
    Call Failed
  ${EndIf}
  RMDir /r "$INSTDIR.old"

  Call MakeShortcut
  Call AddToPath
  WriteRegStr HKCU "${ENTRY}" "DisplayName" "${DISPLAY_NAME}"
  WriteRegStr HKCU "${ENTRY}" "DisplayVersion" "${DISPLAY_VERSION}"
  WriteRegStr HKCU "${ENTRY}" "VersionNumber" "${NUMBER}"
  WriteRegStr HKCU "${ENTRY}" "Publisher" "${PUBLISHER}"
  WriteRegStr HKCU "${ENTRY}" "URLInfoAbout" "${HOMEPAGE}"
  WriteRegStr HKCU "${ENTRY}" "DisplayIcon" "$INSTDIR\${PROGRAM},0"
  WriteRegStr HKCU "${ENTRY}" "InstallLocation" "$INSTDIR"
  WriteRegStr HKCU "${ENTRY}" "UninstallString" '"$INSTDIR\${UNINSTALLER}"'
  WriteRegStr HKCU "${ENTRY}" "QuietUninstallString" '"$INSTDIR\${UNINSTALLER}" /S'
  WriteRegDWORD HKCU "${ENTRY}" "EstimatedSize" ${SIZE_KIB}
  WriteRegDWORD HKCU "${ENTRY}" "NoModify" 1
  WriteRegDWORD HKCU "${ENTRY}" "NoRepair" 1
  !include "${OPENS_LIST}"

  ${GetParameters} $0
  ClearErrors
  ${GetOptions} $0 "--force-run" $1
  ${IfNot} ${Errors}
    Exec '"$INSTDIR\${PROGRAM}" --updated'
  ${EndIf}
SectionEnd

; In the start menu, with the id by which Windows knows whose a notice is.
Function MakeShortcut
  ; Where the program starts, and all that it starts: a browser that stayed in its folder would hold up the next version.
  SetOutPath "$PROFILE"
  CreateShortCut "${SHORTCUT}" "$INSTDIR\${PROGRAM}"
  !insertmacro ComHlpr_CreateInProcInstance ${CLSID_ShellLink} ${IID_IShellLink} r0 ""
  ${If} $0 P<> 0
    ${IUnknown::QueryInterface} $0 '("${IID_IPersistFile}",.r1)'
    ${If} $1 P<> 0
      ${IPersistFile::Load} $1 '("${SHORTCUT}",${STGM_READWRITE})'
      ${IUnknown::QueryInterface} $0 '("${IID_IPropertyStore}",.r2)'
      ${If} $2 P<> 0
        System::Call '*${SYSSTRUCT_PROPERTYKEY}(${PKEY_AppUserModel_ID})p.r3'
        System::Call '*(&w128 "${APP_ID}")p.r5'
        System::Call '*${SYSSTRUCT_PROPVARIANT}(${VT_LPWSTR},,p r5)p.r4'
        ${IPropertyStore::SetValue} $2 '($3,$4)'
        ${IPropertyStore::Commit} $2 ""
        System::Free $3
        System::Free $4
        System::Free $5
        ${IUnknown::Release} $2 ""
        ${IPersistFile::Save} $1 '("${SHORTCUT}",1)'
      ${EndIf}
      ${IUnknown::Release} $1 ""
    ${EndIf}
    ${IUnknown::Release} $0 ""
  ${EndIf}
FunctionEnd

Function un.onInit
  ; Not the folder that this file lies in: it may have been copied to one with other things.
  StrCpy $INSTDIR "${FOLDER}"
  StrCpy $tries 0
  Call un.RefuseWhileItRuns
FunctionEnd

Section "Uninstall"
  Call un.RefuseWhileItRuns
  SetOutPath "$TEMP"
  Call un.RemoveFromPath
  Delete "${SHORTCUT}"
  DeleteRegValue HKCU "${AUTOSTART}" "${APP_ID}"
  !include "${CLOSES_LIST}"
  RMDir /r "$INSTDIR"
  DeleteRegKey HKCU "${ENTRY}"
  DetailPrint "What you did with Namedesk stays in ${DATA}."
SectionEnd
