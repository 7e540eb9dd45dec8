// Reads a service of SDMX by the library of sdmx-dl: flows, structures, available codes, and every value of every flow.
//
// Words: the address and the token. The library sends a password over TLS only.
import java.net.PasswordAuthentication;
import java.util.Collection;
import java.util.List;
import sdmxdl.Connection;
import sdmxdl.DatabaseRef;
import sdmxdl.Detail;
import sdmxdl.ErrorListener;
import sdmxdl.EventListener;
import sdmxdl.Flow;
import sdmxdl.FlowRef;
import sdmxdl.Key;
import sdmxdl.Languages;
import sdmxdl.Query;
import sdmxdl.web.SdmxWebManager;
import sdmxdl.web.WebSource;
import sdmxdl.web.spi.Authenticator;
import sdmxdl.web.spi.WebCaching;

class ReadBySdmxDl {
  static final DatabaseRef NONE = DatabaseRef.NO_DATABASE;

  public static void main(String[] words) throws Exception {
    var source = WebSource.builder().id("RYAD").name("en", "Ryad").driver("RI_SDMX21").endpointOf(words[0] + "/sdmx/2.1").build();
    var manager = SdmxWebManager.ofServiceLoader().toBuilder()
        .clearAuthenticators().authenticator(new Token(words[1])).caching(WebCaching.noOp()).build();
    try (Connection connection = manager.getConnection(source, Languages.ANY)) {
      for (Flow flow : connection.getFlows(NONE)) {
        System.out.println("flow " + flow.getRef().getId());
        var data = connection.getDataStream(NONE, flow.getRef(), Query.builder().detail(Detail.FULL).build());
        data.forEach(series -> series.getObs().forEach(one -> System.out.println(
            "value " + flow.getRef().getId() + " " + series.getMeta().get("SERIES_ID") + " " + one.getPeriod() + " " + one.getValue())));
      }
      FlowRef gdp = FlowRef.parse("rosstat_files--gdp");
      var dimensions = connection.getMeta(NONE, gdp).getStructure().getDimensions();
      System.out.println("dimensions " + String.join(",", dimensions.stream().map(one -> one.getId()).toList()));
      System.out.println("codes " + String.join(",", connection.getAvailableDimensionCodes(NONE, gdp, Key.ALL, 4)));
      var keys = connection.getDataStream(NONE, gdp, Query.builder().key(Key.parse("A....")).detail(Detail.SERIES_KEYS_ONLY).build());
      System.out.println("keys " + String.join(",", keys.map(one -> one.getKey().toString()).sorted().toList()));
    }
  }

  record Token(String value) implements Authenticator {
    public String getAuthenticatorId() {
      return "TOKEN";
    }

    public boolean isAuthenticatorAvailable() {
      return true;
    }

    public PasswordAuthentication getPasswordAuthenticationOrNull(
        WebSource source, WebCaching caching, EventListener onEvent, ErrorListener onError) {
      return new PasswordAuthentication("x", value.toCharArray());
    }

    public void invalidateAuthentication(
        WebSource source, WebCaching caching, EventListener onEvent, ErrorListener onError) {}

    public Collection<String> getAuthenticatorProperties() {
      return List.of();
    }
  }
}
