import java.nio.file.*;import java.util.*;
import org.apache.solr.embedded.*;
public class Node{public static void main(String[] a)throws Exception{
 JettySolrRunner r=new JettySolrRunner(a[1],new Properties(),JettyConfig.builder().setPort(Integer.parseInt(a[0])).build());
 r.start();System.out.println("up "+r.getBaseUrl());Thread.currentThread().join();}}
