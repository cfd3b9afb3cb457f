; Additions to the installer for one user: links that start with lyceum: open the app.
!macro customInstall
  WriteRegStr HKCU "Software\Classes\lyceum" "" "URL:Lyceum"
  WriteRegStr HKCU "Software\Classes\lyceum" "URL Protocol" ""
  WriteRegStr HKCU "Software\Classes\lyceum\shell\open\command" "" '"$INSTDIR\${APP_EXECUTABLE_FILENAME}" "%1"'
!macroend

; An update runs the uninstaller of the former version, which must not remove the links.
!macro customUnInstall
  ${ifNot} ${isUpdated}
    DeleteRegKey HKCU "Software\Classes\lyceum"
    DeleteRegValue HKCU "Software\Microsoft\Windows\CurrentVersion\Run" "org.lyceum.desktop"
  ${endIf}
!macroend
